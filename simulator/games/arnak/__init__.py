"""Lost Ruins of Arnak: dig, discover, buy, research, and overcome what guards the ruins."""
