import { asGoFields, GoStruct, goNil, GoText, goText } from '../../../machinery/go-values'
import { equal } from '../../../machinery/json'
import type { DefinitionVersion } from '../definition'

const TYPE = 'apiextensions.CustomResourceDefinitionVersion'
/** Field of the reference's internal type → member and Go type. */
const PARTS = [
  ['Schema', 'schema', '*apiextensions.CustomResourceValidation'],
  ['Subresources', 'subresources', '*apiextensions.CustomResourceSubresources'],
  ['AdditionalPrinterColumns', 'additionalPrinterColumns', '[]apiextensions.CustomResourceColumnDefinition'],
] as const

/** The printed form of a part; nil if all versions have the same, since it is stored at the top then. */
function partText(version: DefinitionVersion, versions: readonly DefinitionVersion[], part: (typeof PARTS)[number]) {
  const [, member, type] = part
  const pointed = type.startsWith('*') ? `(${type})` : type
  if (versions.every((one) => equal(one[member], version[member]))) return goNil(pointed)
  // The reference prints a memory address here, which can't be reproduced.
  return version[member] === undefined ? goNil(pointed) : new GoText(`${pointed}(0x0)`, asGoFields(version[member]))
}

/** One version in Go syntax, for messages. */
function goVersion(version: DefinitionVersion, versions: readonly DefinitionVersion[]): GoStruct {
  const { name, served = false, storage = false, deprecated = false, deprecationWarning } = version
  return new GoStruct(TYPE, {
    Name: name,
    Served: served,
    Storage: storage,
    Deprecated: deprecated,
    DeprecationWarning:
      deprecationWarning === undefined ? goNil('(*string)') : new GoText('(*string)(0x0)', deprecationWarning),
    ...Object.fromEntries(PARTS.map((part) => [part[0], partText(version, versions, part)])),
  })
}

/** A definition's versions in Go syntax, for messages. */
export function goVersions(versions: readonly DefinitionVersion[] | undefined): GoText {
  if (!versions) return goNil(`[]${TYPE}`)
  const structs = versions.map((version) => goVersion(version, versions))
  return new GoText(`[]${TYPE}{${structs.map(goText).join(', ')}}`, structs)
}
