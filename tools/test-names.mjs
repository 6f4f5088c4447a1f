// Lists tests without a source file of the same name, where a reader would look for them.
// Usage: node tools/test-names.mjs. Fails if there is one.
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const ROOMS = ['src', 'tools']
const TEST = /(?:\.browser)?\.test\.(?:tsx?|mjs)$/
const SOURCES = ['.ts', '.tsx', '.mjs']
/** Tests of things elsewhere, with what they test. */
const OTHERS = new Map([['src/docs.test.ts', 'the pages of docs/']])

/** A test is named after a file, or after the folder whose files it tests together. */
function hasSource(test) {
  const named = test.replace(TEST, '')
  return (
    SOURCES.some((ending) => existsSync(named + ending)) ||
    existsSync(named) ||
    basename(dirname(test)) === basename(named) ||
    OTHERS.has(test)
  )
}

const tests = ROOMS.flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .map((file) => join(room, file))
    .filter((file) => TEST.test(file)),
)
const alone = tests.filter((test) => !hasSource(test))
for (const test of alone) console.log(test)
console.log(`${alone.length} tests of ${tests.length} stand beside no file of their name`)
process.exitCode = alone.length > 0 ? 1 : 0
