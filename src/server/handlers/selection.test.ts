import { expect, test } from 'vitest'
import { cronJob } from '../../api/kinds/batch/cron-job/cron-job'
import { job } from '../../api/kinds/batch/job/job'
import type { ServedType } from '../../registry/resource-type'
import { selectionOf } from './selection'

const type = { custom: false, namespaced: true, apiVersion: 'v1', hub: { behaviour: {} } } as unknown as ServedType

test.each([
  ['fieldSelector=a', "invalid selector: 'a'; can't understand 'a'"],
  ['fieldSelector=metadata.name=a,b', "invalid selector: 'metadata.name=a,b'; can't understand 'b'"],
  ['labelSelector=%3D', "found '=', expected: !, identifier, or 'end of string'"],
  ['labelSelector=%22a%3D%3D%3D', 'unable to parse requirement: invalid label key "\\"a": '],
  ['labelSelector=a,', "found '', expected: identifier after ','"],
  ['labelSelector=a%3D%22b%22', 'unable to parse requirement: invalid label value: "\\"b\\"": at key: "a": '],
  ['labelSelector=a%20in%20b', "unable to parse requirement: found 'b' expected: '('"],
])('%s is refused: %s', (query, message) => {
  expect(() => selectionOf(new URLSearchParams(query), type)).toThrow(message)
})

test.each([
  ['batch/v1', job, 'field label "a" not supported for batchv1.Job'],
  ['batch/v1', cronJob, '"a" is not a known field selector: only "metadata.name", "metadata.namespace"'],
  ['batch/v1beta1', cronJob, 'field label "a" not supported for "CronJob"'],
])('a field that %s does not offer: %#', (apiVersion, behaviour, message) => {
  const served = { ...type, apiVersion, hub: { behaviour } } as unknown as ServedType
  expect(() => selectionOf(new URLSearchParams('fieldSelector=a=b'), served)).toThrow(message)
})
