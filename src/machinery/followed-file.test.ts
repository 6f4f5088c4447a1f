import { expect, test } from 'vitest'
import { followFile } from './followed-file'

/** A file that a test changes. */
function world() {
  const counted: string[] = []
  const logged: string[] = []
  const applied: string[] = []
  const end = new AbortController()
  let content: string | Error = 'first'
  let changed = async (): Promise<void> => undefined
  followFile({
    files: {
      read: () => {
        if (content instanceof Error) throw content
        return content
      },
      watch: (_, listener) => (changed = listener),
    },
    name: 'f',
    text: 'first',
    what: 'configuration',
    apply: (text) => {
      if (text === 'bad') throw new Error('no good')
      applied.push(text)
    },
    signal: end.signal,
    log: (message) => logged.push(message),
    metrics: { count: (name, { status = '' }) => counted.push(`${name} ${status}`) },
    counter: 'reloads',
  })
  const write = async (next: string | Error): Promise<void> => {
    content = next
    await changed()
  }
  return { write, counted, logged, applied, end }
}

test('new content is applied once, and invalid content changes nothing', async () => {
  const { write, counted, logged, applied } = world()
  await write('first')
  expect(counted).toEqual([])
  await write('second')
  await write('bad')
  await write('bad')
  await write(new Error('gone'))
  await write('second')
  expect(applied).toEqual(['second', 'second'])
  expect(counted).toEqual(['reloads success', 'reloads failure', 'reloads failure', 'reloads success'])
  expect(logged[1]).toBe("the configuration has changed and can't be followed, so the one before holds: no good")
})

test('nothing is followed after the end', async () => {
  const { write, applied, end } = world()
  end.abort()
  await write('second')
  expect(applied).toEqual([])
})
