import { expect, test } from 'vitest'
import { CLIENT_AUTH, placesOf } from './usages'

test('extended usages have one order, whatever the order requested', () => {
  const [microsoft, mail] = ['1.3.6.1.4.1.311.10.3.3', '1.3.6.1.5.5.7.3.4']
  expect(placesOf(['microsoft sgc', 's/mime', 'client auth', 'server auth', 'email protection', 'any']).ids).toEqual([
    '2.5.29.37.0',
    '1.3.6.1.5.5.7.3.1',
    CLIENT_AUTH,
    mail,
    microsoft,
  ])
})
