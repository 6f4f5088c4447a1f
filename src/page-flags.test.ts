import { describe, expect, it } from 'vitest'
import { FlagError } from './parse-flags'
import { choiceOf, pageWords, splitPageFlags } from './page-flags'

describe('the flags of a page', () => {
  it.each<[string[], string, string, string[]]>([
    [[], 'indexeddb', 'relaxed', []],
    [['--store=files', '--release=1.20'], 'files', 'relaxed', ['--release=1.20']],
    [['--release', '1.20', '--durability', 'strict'], 'indexeddb', 'strict', ['--release', '1.20']],
  ])('%j', (words, medium, durability, argv) => {
    const split = splitPageFlags(words)
    expect(split).toEqual({ choice: { medium, durability }, argv })
    expect(splitPageFlags(pageWords(split))).toEqual(split)
    expect(choiceOf(words)).toEqual(split.choice)
  })

  it.each([[['--store=disk']], [['--store=files', '--store=memory']], [['--durability=none']]])(
    'refuse %j',
    (words) => {
      expect(() => splitPageFlags(words)).toThrow(FlagError)
      expect(choiceOf(words)).toEqual({ medium: 'indexeddb', durability: 'relaxed' })
    },
  )
})
