//! What to send, when to try again, what an answer means. Time, chance and network are arguments.
