import { expect, test } from 'vitest'
import { promptLine, type PromptState } from './prompt-line'
import { DIM, PLAIN, RED, YELLOW } from './screen-text'

const at = (state: Partial<PromptState>): PromptState => ({
  name: 'admin',
  admin: true,
  goesOn: false,
  code: 0,
  text: '',
  cursor: 0,
  ...state,
})
const START = '\r\u001b[J'

test('the cursor is behind the prompt, at its position in the line', () => {
  expect(promptLine(at({}), 80, 0)).toEqual({ text: `${START}admin $ ${PLAIN}\r\u001b[8C`, row: 0 })
  expect(promptLine(at({ text: 'get pods', cursor: 3 }), 80, 0).text).toBe(
    `${START}admin $ ${PLAIN}get pods\r\u001b[11C`,
  )
})

test('it is drawn over what stood there', () => {
  expect(promptLine(at({}), 80, 2).text).toMatch(/^\u001b\[2A\r\u001b\[J/)
})

test('in a line longer than the screen, the cursor is in the right row', () => {
  const text = 'x'.repeat(25)
  expect(promptLine(at({ text, cursor: 25 }), 10, 0)).toMatchObject({ row: 3 })
  const early = promptLine(at({ text, cursor: 1 }), 10, 0)
  expect(early.row).toBe(0)
  expect(early.text).toMatch(/\u001b\[3A\r\u001b\[9C$/)
})

test('after a line that fills its row, the cursor is in the next row', () => {
  expect(promptLine(at({ text: 'xx', cursor: 2 }), 10, 0)).toEqual({ text: `${START}admin $ ${PLAIN}xx\r\n\r`, row: 1 })
})

test('the prompt shows another identity, a failure, a search and an incomplete command', () => {
  const shown = (state: Partial<PromptState>): string => promptLine(at(state), 80, 0).text
  expect(shown({ name: 'rita', admin: false })).toContain(`${YELLOW}rita $ ${PLAIN}`)
  expect(shown({ code: 1 })).toContain(`${RED}admin ${PLAIN}$ `)
  expect(shown({ code: 1, goesOn: true })).toContain(`${DIM}> ${PLAIN}`)
  expect(shown({ search: { text: 'po', at: 3 } })).toContain(`${DIM}search po: ${PLAIN}`)
  expect(shown({ search: { text: 'po', at: -1 } })).toContain('search po (none): ')
})
