"""Sends descriptors over a socket, and closes its copy at once."""
import array
import os
import socket

import tensorflow

from habit import rounds

left, right = socket.socketpair()
for number in rounds(40):
    reader, writer = os.pipe()
    left.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [writer]))])
    os.close(writer)
    _, ancillary, _, _ = right.recvmsg(1, socket.CMSG_LEN(4))
    received = array.array("i", ancillary[0][2])[0]
    os.write(received, b"%d" % number)
    os.close(received)
    assert os.read(reader, 10) == b"%d" % number and os.read(reader, 10) == b""
    os.close(reader)
print("40 descriptors sent")
