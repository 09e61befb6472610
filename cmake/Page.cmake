# Page: builds web/ with Vite and embeds the files, compressed, in the server room.
