import { expect, it } from 'vitest'
import { NO_ALT_NAMES } from '../../../../pki/alt-names'
import { EXTENSION } from '../../../../pki/certificate'
import type { Name } from '../../../../pki/names'
import { isNodeClientRequest } from './signers'

const subject = { commonName: 'system:node:n', organizations: ['system:nodes'] } as unknown as Name
const usages = ['key encipherment', 'digital signature', 'client auth']

it.each([
  ['no extension', [], true],
  ['another extension', [EXTENSION.keyUsage], true],
  ['alternative names of sorts that are not read', [EXTENSION.subjectAltName], false],
])('a node client request with %s', (_what, extensions, fits) => {
  expect(isNodeClientRequest({ subject, altNames: NO_ALT_NAMES, extensions }, usages)).toBe(fits)
})
