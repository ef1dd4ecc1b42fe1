import tensorflow as tf


def forward(weights, x):
    for w in weights[:-1]:
        x = tf.nn.relu(x @ w)
    return x @ weights[-1]


class Critic(tf.Module):
    def __init__(self, n_obs, n_act, seed):
        super().__init__()
        g = tf.random.Generator.from_seed(seed)
        shapes = ([n_obs + n_act, 128], [128, 128], [128, 1])
        self.weights = [tf.Variable(g.normal(s) * 0.05) for s in shapes]

    def __call__(self, x):
        return forward(self.weights, x)


class TargetKeeper:
    """Holds the slowly moving copy of a critic."""

    def __init__(self, critic, tau=0.1):
        self.critic = critic
        self.tau = tau
        self.copies = [[tf.Variable(w) for w in critic.weights]]

    def refresh(self):
        mixed = [self.tau * w + (1 - self.tau) * t
                 for w, t in zip(self.critic.weights, self.copies[-1])]
        self.copies.append([tf.Variable(m) for m in mixed])  # LEAK

    def value(self, x):
        return forward(self.copies[-1], x)
