"""The use cases: what each verb does, without printing anything."""
