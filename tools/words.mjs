// Checks comments, identifiers, texts and documents for words that readers don't expect, and tests for names that can't be found.
// Usage: node tools/words.mjs. Prints each place with an alternative, and fails if there is one.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Words and their alternatives; docs/glossary.md explains the terms. */
const WORDS = [
  ['wish(es|ed)?', 'request, option, form or desired'],
  ['troubles?', 'error, fault or failure'],
  ['anew', 'again, or restart'],
  ['by the letter', 'exactly'],
  ['nobody is asked', 'say which check is skipped'],
  ['played', 'simulated'],
  ['hands', 'controls, handlers or passes'],
  ['unsorted', 'unclassified'],
  ['complaints?', 'error or message'],
]
const SEARCHED = ['src', 'tools', 'e2e', 'docs', 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
const SKIPPED =
  /^src\/(api\/generated|testing\/manifests)\/|\/testdata\/|^tools\/words\.mjs$|^docs\/glossary\.md$|\.json$|\.png$/

// Identifiers are split into words, so that `wishOf` and `o-trouble` are found.
const asWords = (line) => line.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ')

const files = execFileSync('git', ['ls-files', ...SEARCHED], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !SKIPPED.test(file))
const findings = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, i) =>
      WORDS.filter(([word]) => new RegExp(`\\b${word}\\b`, 'i').test(asWords(line))).map(
        ([word, instead]) => `${file}:${i + 1}: "${word.replace(/\(.*\)\?|s\?/g, '')}": write ${instead}`,
      ),
    ),
)

/** A test is named after the file that it tests, or after the folder whose files it tests together. */
const isFound = (test) => {
  const name = basename(test).replace(/(\.browser)?\.test\.tsx?$/, '')
  const folder = dirname(test)
  return (
    name === basename(folder) ||
    existsSync(name) ||
    ['.ts', '.tsx', '.mjs'].some((ending) => existsSync(join(folder, name + ending)))
  )
}
for (const file of files)
  if (/\.test\.tsx?$/.test(file) && existsSync(file) && !isFound(file))
    findings.push(`${file}: no file or folder has this name: call the test after what it tests`)

if (findings.length > 0) {
  console.error(findings.join('\n'))
  process.exitCode = 1
}
