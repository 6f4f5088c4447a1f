import { expect, test } from 'vitest'
import { certificateSigningRequest } from './kinds/certificates/certificate-signing-request/certificate-signing-request'
import { columnsAt } from './release-columns'

test.each([
  [21, ['Age', 'SignerName', 'Requestor', 'Condition']],
  [22, ['Age', 'SignerName', 'Requestor', 'RequestedDuration', 'Condition']],
])('release 1.%i shows %j', (release, names) => {
  const { columns, cells } = columnsAt(certificateSigningRequest, release)
  expect(columns?.map(({ name }) => name)).toEqual(names)
  const row = cells?.(
    { metadata: { creationTimestamp: '1970-01-01T00:00:00Z' }, spec: { signerName: 's', username: 'u' } },
    1000,
  )
  expect(row).toEqual(['1s', 's', 'u', ...(names.length === 5 ? ['<none>'] : []), 'Pending'])
})
