import { Checkbox } from '@mantine/core'

const counted = (n: number): string => `${n.toLocaleString('en')} ${n === 1 ? 'Secret' : 'Secrets'}`

/** Which Secrets remain after an import: those of the file or snapshot, or the stored ones. */
export function ImportSecrets({
  source,
  brought,
  stored,
  fromFile,
  onChange,
}: {
  readonly source: 'file' | 'snapshot'
  /** Number of Secrets in the source. */
  readonly brought: number
  /** Number of Secrets in the cluster. */
  readonly stored: number
  readonly fromFile: boolean
  readonly onChange: (fromFile: boolean) => void
}) {
  if (brought === 0 && stored === 0) return null
  if (brought === 0)
    return (
      <Checkbox
        label={`Keep the Secrets of this cluster (${stored.toLocaleString('en')})`}
        description={`This ${source} has no Secrets. If you do not keep yours, “Replace everything” deletes them. A Secret is deleted with its namespace.`}
        checked={!fromFile}
        onChange={(event) => onChange(!event.currentTarget.checked)}
      />
    )
  return (
    <Checkbox
      label={`${source === 'file' ? 'Import' : 'Restore'} the ${source}’s Secrets (${brought.toLocaleString('en')})`}
      description={
        fromFile
          ? source === 'file'
            ? `This file has ${counted(brought)}. Import them only if you trust its source: they hold passwords and tokens.`
            : undefined
          : `The ${source}’s Secrets are left out. ${stored === 0 ? 'This cluster has none' : `This cluster keeps its ${counted(stored)}`}.`
      }
      checked={fromFile}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
