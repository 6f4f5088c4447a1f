import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Clock } from '../machinery/clock'

/** When a log file is replaced by a new one, and how long old ones are kept. */
export interface Rotation {
  /** Maximum size of a file in bytes. */
  readonly maxBytes: number
  /** Number of old files to keep; 0 for all. */
  readonly maxBackups: number
  /** Days to keep old files; 0 for ever. */
  readonly maxAgeDays: number
  /** Compresses old files with gzip. */
  readonly compress: boolean
}

const DAY_MS = 24 * 60 * 60 * 1000
const STDOUT = 1

/** A time for file names: `2006-01-02T15-04-05.000`. */
const stampOf = (ms: number): string => new Date(ms).toISOString().slice(0, -1).replaceAll(':', '-')
const timeOf = (stamp: string): number => Date.parse(`${stamp.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')}Z`)

/**
 * An append-only file that is rotated when full: the old file is renamed with a time stamp. Writes are synchronous.
 * @throws errors of the file system
 */
export class RotatingFile {
  private descriptor: number
  private size = 0

  constructor(
    private readonly path: string,
    private readonly rotation: Rotation,
    private readonly clock: Clock,
  ) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    this.descriptor = this.open()
    this.removeOld()
  }

  write(text: string): void {
    const bytes = Buffer.from(text)
    if (bytes.length > this.rotation.maxBytes)
      throw new Error(`${bytes.length} bytes do not fit into a file of ${this.rotation.maxBytes}`)
    if (this.size + bytes.length > this.rotation.maxBytes) this.rotate()
    for (let at = 0; at < bytes.length;) at += writeSync(this.descriptor, bytes, at)
    this.size += bytes.length
  }

  close(): void {
    closeSync(this.descriptor)
  }

  private open(): number {
    const descriptor = openSync(this.path, 'a', 0o600)
    this.size = fstatSync(descriptor).size
    return descriptor
  }

  private rotate(): void {
    const extension = extname(this.path)
    const stem = this.path.slice(0, this.path.length - extension.length)
    const named = (ms: number): string => `${stem}-${stampOf(ms)}${extension}`
    let time = this.clock.now()
    // Files rotated in the same millisecond, or after the clock went back, need different names.
    while (existsSync(named(time)) || existsSync(`${named(time)}.gz`)) time++
    const old = named(time)
    closeSync(this.descriptor)
    renameSync(this.path, old)
    this.descriptor = this.open()
    if (this.rotation.compress) {
      writeFileSync(`${old}.gz`, gzipSync(readFileSync(old)), { mode: 0o600 })
      rmSync(old)
    }
    this.removeOld()
  }

  /** Removes old files beyond the limits, oldest first. */
  private removeOld(): void {
    const { maxBackups, maxAgeDays } = this.rotation
    const folder = dirname(this.path)
    const extension = extname(this.path)
    const stem = `${basename(this.path, extension)}-`
    const old = readdirSync(folder)
      .filter((name) => name.startsWith(stem))
      .map((name) => ({ name, time: timeOf(name.slice(stem.length).replace(/\.gz$/, '').slice(0, stampOf(0).length)) }))
      .filter(({ name, time }) => !Number.isNaN(time) && name.replace(/\.gz$/, '').endsWith(extension))
      .sort((a, b) => b.time - a.time)
    const since = maxAgeDays > 0 ? this.clock.now() - maxAgeDays * DAY_MS : -Infinity
    for (const [place, { name, time }] of old.entries())
      if ((maxBackups > 0 && place >= maxBackups) || time < since) rmSync(join(folder, name), { force: true })
  }
}

/** Standard output with the same interface. */
export function writeToStandardOutput(text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length;) at += writeSync(STDOUT, bytes, at)
}
