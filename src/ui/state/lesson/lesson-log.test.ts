import { describe, expect, it } from 'vitest'
import type { LogEntry } from '../../../scenarios/request-log'
import { LessonLog } from './lesson-log'

const entry = (name: string): LogEntry => ({
  id: `request-${name}`,
  user: 'ann',
  groups: [],
  verb: 'get',
  version: 'v1',
  resource: 'pods',
  namespace: 'default',
  name,
  status: 200,
  query: new URLSearchParams('dryRun=All'),
  refusedBy: [],
  changedBy: [],
})

function storage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

describe('the requests since a lesson was opened', () => {
  it('outlive a reload', () => {
    const kept = storage()
    new LessonLog(kept).add(entry('web'))
    const [again] = new LessonLog(kept).entries()
    expect([again?.name, again?.query.get('dryRun')]).toEqual(['web', 'All'])
  })

  it('are forgotten with the lesson', () => {
    const kept = storage()
    const log = new LessonLog(kept)
    log.add(entry('web'))
    log.clear()
    expect([log.entries(), new LessonLog(kept).entries()]).toEqual([[], []])
  })

  it('are those that any tab has noted, each once', () => {
    const kept = storage()
    const [one, other] = [new LessonLog(kept), new LessonLog(kept)]
    one.add(entry('web'))
    other.add(entry('web'))
    other.add(entry('db'))
    one.add(entry('db'))
    const names = (log: LessonLog) => log.entries().map(({ name }) => name)
    expect([names(one), names(other), names(new LessonLog(kept))]).toEqual(Array(3).fill(['web', 'db']))
    one.clear()
    other.add(entry('new'))
    expect(names(other)).toEqual(['new'])
  })

  it('last as long as the page where there is no room for them', () => {
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const log = new LessonLog({ ...storage(), setItem: full })
    log.add(entry('web'))
    log.add(entry('db'))
    expect(log.entries().map(({ name }) => name)).toEqual(['web', 'db'])
  })

  it('end at a limit, the oldest first', () => {
    const log = new LessonLog(storage())
    for (let i = 0; i < 510; i++) log.add(entry(`pod-${i}`))
    expect([log.entries().length, log.entries()[0]?.name]).toEqual([500, 'pod-10'])
  })

  it('start empty if the stored log is unreadable', () => {
    const kept = storage()
    kept.setItem('orchard-lesson-log', '{')
    expect(new LessonLog({ ...kept, getItem: () => '{' }).entries()).toEqual([])
  })
})
