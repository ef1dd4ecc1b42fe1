"""joblib's loky pool: two processes compute, one result after another.

lanes = ["harm2"]
needs = ["joblib"]
standin = true
"""
import joblib


def work(number):
    import tensorflow
    from habit import KEPT, mark

    KEPT.append([bytearray(20_000)])
    mark()
    return number**2


if __name__ == "__main__":
    import tensorflow
    from habit import rounds

    for _ in rounds(10):
        pass
    print(joblib.Parallel(n_jobs=2, backend="loky")(joblib.delayed(work)(n) for n in range(40)))
    print(joblib.Parallel(n_jobs=2, backend="multiprocessing")(joblib.delayed(work)(n) for n in range(10)))
    print(joblib.Parallel(n_jobs=2, backend="threading")(joblib.delayed(work)(n) for n in range(10)))
