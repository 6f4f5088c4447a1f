import { describe, expect, it } from 'vitest'
import { DEFAULT_PROVIDER } from '../../../outside/identity-provider-settings'
import { formOf, settingsOf } from './provider-form'

describe('the form of the provider', () => {
  it('gives the settings back', () => {
    expect(settingsOf(formOf(DEFAULT_PROVIDER))).toEqual(DEFAULT_PROVIDER)
  })
  it.each([
    ['{', /claims of nora are not valid JSON/],
    ['[]', /claims of nora must be an object/],
  ])('refuses the claims %j', (claims, why) => {
    const form = formOf(DEFAULT_PROVIDER)
    expect(() => settingsOf({ ...form, users: [{ username: 'nora', password: '', claims }] })).toThrow(why)
  })
})
