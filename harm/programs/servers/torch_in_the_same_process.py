"""torch and TensorFlow train in turn in one process: results bit for bit.

lanes = ["harm2"]
needs = ["torch"]
timeout = 240
"""
import tensorflow as tf
import torch
from graphs import bits
from habit import threads

torch.manual_seed(3)
torch.set_num_threads(1)
tf.keras.utils.set_random_seed(3)
net, optimizer = torch.nn.Linear(4, 1), None
optimizer = torch.optim.SGD(net.parameters(), 0.01)
model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
for number in range(150):
    x = torch.randn(8, 4)
    loss = ((net(x) - x.sum(1, keepdim=True)) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    y = x.numpy()
    other = model.train_on_batch(y, y.sum(1, keepdims=True))
print(float(loss).hex(), bits([p.detach().numpy() for p in net.parameters()]), bits(model.get_weights()), threads())
