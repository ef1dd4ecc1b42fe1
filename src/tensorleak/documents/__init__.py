"""The JSON documents that Tensorleak writes: for each its schema, its encoder and, where it is read again, its decoder."""
