"""Band energies of a signal, in a buffer of the C library."""
import ctypes

_libc = ctypes.CDLL(None)
_libc.calloc.restype = ctypes.c_void_p
_libc.calloc.argtypes = [ctypes.c_size_t, ctypes.c_size_t]
_libc.memset.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t]

BANDS = 8192


def band_energies(signal):
    """Return the energy of each band of the signal as a list of floats."""
    address = _libc.calloc(BANDS, ctypes.sizeof(ctypes.c_double))  # LEAK
    _libc.memset(address, 0, BANDS * ctypes.sizeof(ctypes.c_double))
    energies = (ctypes.c_double * BANDS).from_address(address)
    width = max(1, len(signal) // 16)
    for band in range(16):
        chunk = signal[band * width:(band + 1) * width]
        energies[band] = float((chunk * chunk).sum())
    return energies[:16]
