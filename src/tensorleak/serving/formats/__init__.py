"""One module per file format; each lists the stored tensors and, where the file tells, the layers."""
