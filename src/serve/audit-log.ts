import type { AuditEvent } from '../audit/audit'
import { createLogBackend, type LogBackend } from '../audit/log-backend'
import { FlagError, type Flags } from '../parse-flags'
import type { Clock } from '../machinery/clock'
import type { Metrics } from '../machinery/metrics'
import { messageOf } from '../machinery/message-of'
import { RotatingFile, writeToStandardOutput } from '../outside/rotating-file'
import { type ProcessFlags, logOptionsOf, rotationOf } from '../process-flags'

/** The audit log of a headless server. */
export interface AuditLogFile {
  readonly sink: (event: AuditEvent, metrics: Metrics) => boolean
  /** Flushes pending events and closes the file. */
  close(): void
}

/** The audit log that the flags ask for, if any. */
export function auditLogOf(own: ProcessFlags, flags: Flags, clock: Clock): AuditLogFile | undefined {
  const path = own.get('audit-log-path')
  if (!path) return undefined
  if (!flags.isSet('audit-policy-file')) {
    console.error('--audit-log-path has no effect without --audit-policy-file: no events are recorded')
    return undefined
  }
  const file = path === '-' ? undefined : openLog(path, own, clock)
  let backend: LogBackend | undefined
  return {
    sink: (event, metrics) => {
      backend ??= createLogBackend(logOptionsOf(own), {
        clock,
        metrics,
        write: (lines) => (file ? file.write(lines) : writeToStandardOutput(lines)),
        report: (why) => console.error(why),
      })
      return backend.record(event)
    },
    close() {
      backend?.close()
      file?.close()
    },
  }
}

function openLog(path: string, own: ProcessFlags, clock: Clock): RotatingFile {
  try {
    return new RotatingFile(path, rotationOf(own), clock)
  } catch (error) {
    throw new FlagError(`--audit-log-path: ${messageOf(error)}`)
  }
}
