"""How kernels are compiled and cached, and the types that compiled code uses."""
