// The studio: where editors change the screen.
