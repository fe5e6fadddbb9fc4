"""Archaeology: The New Expedition: dig, trade, explore, and sell before the next storm."""
