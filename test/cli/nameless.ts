/** What the commands say of a path that is empty. */
export const NAMELESS = /^roadsnap: The path of a file or folder is ""; it must be text, and not empty\.\n$/;
