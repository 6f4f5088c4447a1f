import { Checkbox } from '@mantine/core'

const counted = (n: number): string => `${n.toLocaleString('en')} ${n === 1 ? 'Secret' : 'Secrets'}`

/** Which Secrets remain after an import: those of the file, or the stored ones. */
export function ImportSecrets({
  brought,
  stored,
  fromFile,
  onChange,
}: {
  /** Number of Secrets in the file. */
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
        description="This file has no Secrets. If you do not keep yours, “Replace everything” deletes them. A Secret is deleted with its namespace."
        checked={!fromFile}
        onChange={(event) => onChange(!event.currentTarget.checked)}
      />
    )
  return (
    <Checkbox
      label={`Import the file’s Secrets (${brought.toLocaleString('en')})`}
      description={
        fromFile
          ? `This file has ${counted(brought)}. Import them only if you trust its source: they hold passwords and tokens.`
          : `The file’s Secrets are left out. ${stored === 0 ? 'This cluster has none' : `This cluster keeps its ${counted(stored)}`}.`
      }
      checked={fromFile}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
