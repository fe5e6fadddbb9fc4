"""How kernels are compiled and cached, and what compiled code is made of."""
