import { describe, expect, test } from 'vitest'
import { META_FORMS, negotiate, type Offer, PLAIN_OFFER, requireForm, wantsPretty } from './representation'

const META = 'g=meta.orch.io;v=v1'
const BUILT_IN: Offer = { encodings: ['json', 'yaml', 'protobuf'], forms: META_FORMS }
const CUSTOM: Offer = {
  encodings: ['json', 'yaml'],
  formEncodings: ['json', 'yaml', 'protobuf'],
  forms: META_FORMS,
  anySubtype: true,
}

/** What an Accept header gets, as `encoding form`; the code of the refusal otherwise. */
function got(accept: string | null, offer: Offer): string {
  try {
    const { encoding, form } = negotiate(accept, offer)
    return `${encoding} ${form}`
  } catch (error) {
    return String((error as { code?: number }).code)
  }
}

describe('what an Accept header gets', () => {
  test.each([
    [null, 'json object', 'json object'],
    ['*/*', 'json object', 'json object'],
    ['application/*', '406', 'json object'],
    ['application/*, application/yaml;q=0.1', 'json object', 'json object'],
    ['text/*', '406', '406'],
    ['application/vnd.orch.protobuf', 'protobuf object', '406'],
    ['application/vnd.orch.protobuf,application/json', 'protobuf object', 'json object'],
    [`application/json;as=Table;${META}`, 'json Table', 'json Table'],
    [`application/yaml;as=Table;${META}`, 'yaml Table', 'yaml Table'],
    [`application/vnd.orch.protobuf;as=Table;${META}`, '406', '406'],
    [`application/vnd.orch.protobuf;as=Table;${META},application/json`, 'json object', 'json object'],
    [
      `application/vnd.orch.protobuf;as=PartialObjectMetadata;${META}`,
      'protobuf PartialObjectMetadata',
      'protobuf PartialObjectMetadata',
    ],
    ['application/json;as=Table', '406', '406'],
    [`application/json;${META}`, '406', '406'],
    ['application/json;stream=watch', 'json object', 'json object'],
    ['application/json;stream=other', '406', '406'],
    ['application/yaml;stream=watch', '406', '406'],
    ['application/json;sv=v1', 'json object', 'json object'],
    ['application/json;sv=v2', '406', '406'],
    ['application/json;other=x', 'json object', 'json object'],
  ])('%s', (accept, builtIn, custom) => {
    expect(got(accept, BUILT_IN)).toBe(builtIn)
    expect(got(accept, CUSTOM)).toBe(custom)
  })
  test('a document has no other form', () => {
    expect(got(`application/json;as=Table;${META}`, PLAIN_OFFER)).toBe('406')
  })
})

test('a list has no metadata of one object', () => {
  const representation = negotiate(`application/json;as=PartialObjectMetadata;${META}`, BUILT_IN)
  expect(() => requireForm(representation, ['object', 'Table', 'PartialObjectMetadataList'], () => 'core.Pod')).toThrow(
    'is a list (*core.PodList)',
  )
})

describe('indented answers', () => {
  test.each([
    ['', '', false],
    ['pretty', '', false],
    ['pretty=yes', '', false],
    ['pretty=true', '', true],
    ['pretty=1', '', true],
    ['pretty=false', 'curl/8.0', false],
    ['pretty', 'curl/8.0', true],
    ['', 'Wget/1.21', true],
    ['', 'Mozilla/5.0', false],
  ])('?%s of "%s"', (query, agent, pretty) => {
    const request = new Request('http://orchard.invalid', { headers: { 'user-agent': agent } })
    expect(wantsPretty({ query: new URLSearchParams(query), request })).toBe(pretty)
  })
})
