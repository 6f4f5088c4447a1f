import { stringify } from 'yaml'

/** YAML as servers of this API write it: members sorted, lists not indented, no anchors; text that YAML 1.1 would take for something else in quotes. */
export const encodeYaml = (value: unknown): string =>
  stringify(value, {
    version: '1.1',
    sortMapEntries: true,
    indentSeq: false,
    aliasDuplicateObjects: false,
    lineWidth: 0,
    nullStr: 'null',
  })
