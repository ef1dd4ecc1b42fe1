"""What calls of TensorFlow, Keras, NumPy and the language itself return, and what they set in motion."""
