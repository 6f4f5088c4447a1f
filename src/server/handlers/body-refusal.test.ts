import { expect, test } from 'vitest'
import type { Body } from '../wire/body'
import { refuseUnnamed } from './body-refusal'

const body = (value: object): Body => ({ value, source: JSON.stringify(value), duplicates: [] })

test('a custom object without a kind is refused as 1.20 does, with the end of its text', () => {
  expect(() => refuseUnnamed({ kind: 'A', version: 'v1' }, body({ metadata: { name: 'x' } }), 20)).toThrow(
    `A in version "v1" cannot be handled as a A: unmarshalerDecoder: Object 'Kind' is missing in '{"metadata":{"name":"x"}}', error found in #10 byte of ...|ame":"x"}}|..., bigger context ...|{"metadata":{"name":"x"}}|...`,
  )
})

test('later releases have other words', () => {
  expect(() => refuseUnnamed({ kind: 'A', version: 'v1' }, body({}), 23)).not.toThrow()
})
