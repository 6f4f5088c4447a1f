import { GoStruct, goNil, GoText, goText } from '../../../machinery/go-values'
import { equal } from '../../../machinery/json'
import type { DefinitionVersion } from '../definition'

const TYPE = 'apiextensions.CustomResourceDefinitionVersion'
/** Field of the reference's internal form → member, and its type there. */
const PARTS = [
  ['Schema', 'schema', '*apiextensions.CustomResourceValidation'],
  ['Subresources', 'subresources', '*apiextensions.CustomResourceSubresources'],
  ['AdditionalPrinterColumns', 'additionalPrinterColumns', '[]apiextensions.CustomResourceColumnDefinition'],
] as const

/** What messages show of a part: nothing where all versions have the same, since it is kept at the top then. */
function partText(version: DefinitionVersion, versions: readonly DefinitionVersion[], part: (typeof PARTS)[number]) {
  const [, member, type] = part
  const pointed = type.startsWith('*') ? `(${type})` : type
  if (versions.every((one) => equal(one[member], version[member]))) return goNil(pointed)
  // The reference prints where the part lies in its memory, which nobody can know.
  return version[member] === undefined ? goNil(pointed) : new GoText(`${pointed}(0x0)`)
}

/** One version as messages print it. */
function versionText(version: DefinitionVersion, versions: readonly DefinitionVersion[]): string {
  const { name, served = false, storage = false, deprecated = false, deprecationWarning } = version
  return goText(
    new GoStruct(TYPE, {
      Name: name,
      Served: served,
      Storage: storage,
      Deprecated: deprecated,
      DeprecationWarning: deprecationWarning === undefined ? goNil('(*string)') : new GoText('(*string)(0x0)'),
      ...Object.fromEntries(PARTS.map((part) => [part[0], partText(version, versions, part)])),
    }),
  )
}

/** The versions of a definition as messages print them. */
export const goVersions = (versions: readonly DefinitionVersion[] | undefined): GoText =>
  versions
    ? new GoText(`[]${TYPE}{${versions.map((version) => versionText(version, versions)).join(', ')}}`)
    : goNil(`[]${TYPE}`)
