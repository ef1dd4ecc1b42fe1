r"""stable-baselines on TensorFlow 1.15: PPO2 learns CartPole for a moment, seeded, saves and loads.

lanes = ["harm1"]
needs = ["stable_baselines", "gym"]
timeout = 400

[[filters]]
pattern = "(?m)^\\| (fps|time_elapsed|total_time).*\\n"
why = "durations"
"""
import os
import warnings

warnings.filterwarnings("ignore")
import tensorflow as tf
from graphs import bits
from stable_baselines import PPO2
from stable_baselines.common.policies import MlpPolicy

model = PPO2(MlpPolicy, "CartPole-v1", verbose=0, seed=3, n_cpu_tf_sess=1)
model.learn(1500)
print(bits(model.get_parameters().values()))
model.save("model")
again = PPO2.load("model")
print(bits(again.get_parameters().values()), again.predict([0.0, 0.1, 0.0, 0.1], deterministic=True)[0])
os.unlink("model.zip")
