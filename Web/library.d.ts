// Missing in the library of TypeScript 4.8: ES2023, and in workers the end of a request.

interface Array<T> {
  findLast(predicate: (value: T, index: number, array: T[]) => unknown): T | undefined;
  findLastIndex(predicate: (value: T, index: number, array: T[]) => unknown): number;
}

interface AbortController {
  abort(reason?: unknown): void;
}
