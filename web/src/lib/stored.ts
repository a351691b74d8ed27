import { parseObject, storage } from "./settings.svelte";

/**
 * Data of one kind in the browser's storage. It carries a version number, and data of another version is ignored, so
 * that what is read has the shape in which it was written.
 */
export class Stored<T> {
  constructor(
    readonly key: string,
    private readonly version: number,
    /** Whether data without a version number, as older pages wrote it, can be used. */
    private readonly isUnversioned: (value: Record<string, unknown>) => boolean = () => false,
  ) {}

  /** Return the stored data; null if there is none, or none that can be used. */
  load(): T | null {
    return this.parse(storage.get(this.key));
  }

  /** Return the data of a stored text, such as that of a storage event. */
  parse(text: string | null): T | null {
    const value = parseObject(text);
    if (value["version"] === this.version) return value["data"] as T;
    return text !== null && !("version" in value) && this.isUnversioned(value) ? (value as T) : null;
  }

  save(data: T): void {
    storage.set(this.key, { version: this.version, data });
  }
}
