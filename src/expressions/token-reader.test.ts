import { expect, it } from 'vitest'
import { SyntaxFault, tokenize } from './lexer'
import { isWord } from './reserved-words'
import { TokenReader } from './token-reader'

/** A reader whose steps a test can take one by one. */
class Steps extends TokenReader {
  constructor(source: string) {
    super(tokenize(source))
  }
  text = (): string => this.token.text
  isNext = (text: string): boolean => this.sees(text)
  takes = (text: string): boolean => this.take(text)
  needs = (text: string): string => this.expect(text).text
  refuse = (): never => this.unexpected()
  end = (): number => this.lastEnd
}

it('signs are consumed in order', () => {
  const steps = new Steps('( [')
  expect([steps.isNext('['), steps.takes('['), steps.takes('('), steps.end(), steps.needs('[')]).toEqual([
    false,
    false,
    true,
    1,
    '[',
  ])
})

it.each([
  ['in', 'in', true],
  ['a', 'a', false],
  ['"in"', 'in', false],
])('what %s begins with is the word %s: %s', (source, word, found) =>
  expect(new Steps(source).isNext(word)).toBe(found),
)

it('the end is never read over', () => {
  const steps = new Steps('(')
  steps.takes('(')
  expect([steps.text(), steps.takes('('), steps.text()]).toEqual(['<EOF>', false, '<EOF>'])
})

it.each<[string, (steps: Steps) => unknown, string]>([
  ['a', (steps) => steps.needs(')'), "Syntax error: mismatched input 'a' expecting ')'"],
  ['', (steps) => steps.needs(')'), "Syntax error: mismatched input '<EOF>' expecting ')'"],
  ['a', (steps) => steps.refuse(), "Syntax error: mismatched input 'a' expecting {'[', '{', '('"],
])('the unexpected token in "%s" is named', (source, read, why) => {
  expect(() => read(new Steps(source))).toThrow(SyntaxFault)
  expect(() => read(new Steps(source))).toThrow(why)
})

it.each([
  ['in', true],
  ['null', true],
  ['inside', false],
])('%s is a word of the language: %s', (name, word) => expect(isWord(name)).toBe(word))
