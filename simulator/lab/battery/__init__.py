"""The conformance battery: what every game and every strategy must hold, checked on sampled games."""
