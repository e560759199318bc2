// Trouble: turns errors of the operating system and the readers into one sentence that names the file.
import { SnapError, type SnapErrorCode, shown } from "../errors.js";

const SENTENCES: Record<string, [code: SnapErrorCode, sentence: string]> = {
  ENOENT: ["not-found", "there is no such file"],
  ENOTDIR: ["not-found", "a part of this path is a file, not a folder"],
  EEXIST: ["bad-input", "there is a file of this name, so no folder can be made"],
  EISDIR: ["bad-input", "this is a folder, not a file"],
  EACCES: ["bad-input", "permission denied"],
  EPERM: ["bad-input", "permission denied"],
  EROFS: ["bad-input", "the file system is read-only"],
  ENOSPC: ["limit", "no space left on the device"],
  EDQUOT: ["limit", "the disk quota is used up"],
  EFBIG: ["limit", "the file becomes larger than the system or its limit allows"],
  EPIPE: ["bad-input", "the program that reads it ended before everything was written"],
  EMFILE: ["limit", "too many open files"],
  ELOOP: ["bad-input", "its symbolic links form a circle, or are too many"],
  ENAMETOOLONG: ["bad-input", "the name is too long"],
};

/** Options that give a process under Node's permission model the rights it lacks. */
const RIGHTS: Record<string, string> = { FileSystemRead: "--allow-fs-read", FileSystemWrite: "--allow-fs-write" };

/** Whether Node's permission model (`--permission`) forbids something: for want of a right, or to any such process. */
export function isForbidden(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === "ERR_ACCESS_DENIED";
}

/** A path for a sentence: `-` is standard input. */
export function shownPath(path: string): string {
  return path === "-" ? "standard input" : path;
}

/**
 * Runs something that reads or writes one file. Its SnapErrors and the system's errors are thrown as a SnapError whose sentence begins with the file's name;
 * anything else is a defect and is thrown unchanged.
 */
export async function inFile<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  // As from a variable that is not set: a sentence that begins with its name would begin with nothing.
  if (typeof path !== "string" || path === "") {
    throw new SnapError("bad-option", `The path of a file or folder is ${shown(path)}; it must be text, and not empty.`, { path });
  }
  if (path.includes("\0")) {
    throw new SnapError("bad-option", `The path of a file or folder is ${JSON.stringify(path)}; it must not have a character of code 0.`, {
      path,
    });
  }
  try {
    return await work();
  } catch (error) {
    if (error instanceof SnapError) {
      if (error.details.path !== undefined) throw error;
      throw new SnapError(error.code, `${shownPath(path)}: ${error.message}`, { ...error.details, path });
    }
    // Not by `instanceof Error`: under Jest, the system's errors are of another realm than a test's globals.
    const { code: systemCode, syscall, permission = "" } = (error ?? {}) as NodeJS.ErrnoException & { permission?: string };
    if (isForbidden(error)) {
      const right = RIGHTS[permission] ?? "a right";
      throw new SnapError("bad-input", `${shownPath(path)}: Node's permission model does not allow it without ${right}.`, {
        path,
        systemCode,
      });
    }
    if (typeof systemCode === "string" && syscall !== undefined) {
      const [code, sentence] = SENTENCES[systemCode] ?? ["bad-input", `the system says ${systemCode}`];
      throw new SnapError(code, `${shownPath(path)}: ${sentence}.`, { path, systemCode });
    }
    throw error;
  }
}

/** Codes of a file system that takes no further file. */
const FULL: readonly unknown[] = ["ENOSPC", "EDQUOT", "EROFS"];

/** Whether an error from {@link inFile} says that no other file can be written there either. */
export function isFull(error: unknown): boolean {
  return error instanceof SnapError && FULL.includes(error.details.systemCode);
}

/** Whether an error from {@link inFile} says that there is no such file or folder. */
export function isNotThere(error: unknown): error is SnapError {
  return error instanceof SnapError && error.details.systemCode === "ENOENT";
}

/** As {@link inFile} for what reads a folder: if something is missing then, it is the folder itself. */
export function inFolder<T>(folder: string, work: () => T | Promise<T>): Promise<T> {
  return inFile(folder, work).catch((error) => {
    if (!isNotThere(error)) throw error;
    throw new SnapError("not-found", `${folder}: there is no such folder.`, error.details);
  });
}

/** As {@link inFile} for writing: if something is missing then, it is the folder. */
export function inFolderOf<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  return inFile(path, work).catch((error) => {
    if (!isNotThere(error)) throw error;
    throw new SnapError("not-found", `${path}: the folder to write it in does not exist.`, error.details);
  });
}
