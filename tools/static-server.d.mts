import type { IncomingMessage, Server, ServerResponse } from 'node:http'

export interface FileOptions {
  base?: string
  headers?: Record<string, string>
  /** May change the text of a page. */
  page?: (text: string) => string
}

export function filesOf(
  folder: string,
  options?: FileOptions,
): (request: IncomingMessage, response: ServerResponse) => void

export function serveStatic(folder: string, options: { port: number; host?: string } & FileOptions): Promise<Server>
