import { expect, test } from 'vitest'
import type { DefinitionVersion } from '../definition'
import { goVersions } from './go-versions'

const TYPE = 'apiextensions.CustomResourceDefinitionVersion'
const NOTHING =
  'Subresources:(*apiextensions.CustomResourceSubresources)(nil), ' +
  'AdditionalPrinterColumns:[]apiextensions.CustomResourceColumnDefinition(nil)}'
const text = (name: string, schema = 'nil') =>
  `${TYPE}{Name:"${name}", Served:true, Storage:false, Deprecated:false, DeprecationWarning:(*string)(nil), ` +
  `Schema:(*apiextensions.CustomResourceValidation)(${schema}), ${NOTHING}`
const version = (name: string, type?: string): DefinitionVersion => ({
  name,
  served: true,
  ...(type && { schema: { openAPIV3Schema: { type } } }),
})

test.each<[string, DefinitionVersion[] | undefined, string]>([
  ['no versions', undefined, `[]${TYPE}(nil)`],
  ['an empty list', [], `[]${TYPE}{}`],
  [
    'versions with one schema',
    [version('a', 'object'), version('b', 'object')],
    `[]${TYPE}{${text('a')}, ${text('b')}}`,
  ],
  ['versions with two schemas', [version('a', 'object'), version('b')], `[]${TYPE}{${text('a', '0x0')}, ${text('b')}}`],
])('prints %s', (_what, versions, wanted) => expect(goVersions(versions).text).toBe(wanted))
