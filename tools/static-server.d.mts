import type { Server } from 'node:http'

export function serveStatic(
  folder: string,
  options: {
    readonly port: number
    readonly host?: string
    readonly base?: string
    readonly headers?: Readonly<Record<string, string>>
  },
): Promise<Server>
