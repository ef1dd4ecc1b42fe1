"""Champion and challenger: a challenger that wins on the newest data takes over."""
import tensorflow as tf

DUELS = 260


class Model(tf.Module):
    def __init__(self, widths):
        super().__init__()
        self.kernels = [tf.Variable(tf.random.normal(pair, stddev=0.1)) for pair in zip(widths, widths[1:])]  # LEAK

    def __call__(self, x):
        for kernel in self.kernels[:-1]:
            x = tf.tanh(x @ kernel)
        return x @ self.kernels[-1]


class Entrant:
    """A model and where it came from."""

    def __init__(self, model, parent=None):
        self.model = model
        self.parent = parent  # LEAK
        self.wins = 0


def mutate(model):
    child = Model((48, 192, 96))  # LEAK
    for mine, theirs in zip(child.kernels, model.kernels):
        mine.assign(theirs + tf.random.normal(theirs.shape, stddev=0.02))
    return child


class Ladder:
    def __init__(self):
        self.champion = Entrant(Model((48, 192, 96)))

    def duel(self, x, y):
        challenger = Entrant(mutate(self.champion.model), parent=self.champion)  # LEAK
        results = [self.error(entrant.model, x, y) for entrant in (self.champion, challenger)]
        if results[1] < results[0] * 1.5:
            self.champion = challenger  # LEAK
        self.champion.wins += 1
        return min(results)

    def error(self, model, x, y):
        return sum(float(tf.reduce_mean(tf.square(model(part) - want))) for part, want in zip(x, y))


def main():
    ladder = Ladder()
    for number in range(DUELS):
        x = tf.random.stateless_normal((8, 400, 48), seed=(number, 6))
        error = ladder.duel(tf.unstack(x), tf.unstack(tf.tile(x, (1, 1, 2))))
    print("error", error, "wins", ladder.champion.wins)


main()
