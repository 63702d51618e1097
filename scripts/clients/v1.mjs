// A client on the TypeScript SDK 1.x, which speaks the revisions that begin with `initialize`.
//
//   node v1.mjs URL TOKEN everything|demo

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { answers, notebook, run } from './steps.mjs';

// The packages are not beside this file but where `scripts/servers/install` put them.
const installed = process.env.MCPI_SERVERS ?? fileURLToPath(new URL('../../.servers', import.meta.url));
const require = createRequire(`${installed}/package.json`);
const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
const { StreamableHTTPClientTransport } = require('@modelcontextprotocol/sdk/client/streamableHttp.js');
const types = require('@modelcontextprotocol/sdk/types.js');

const [url, token, kind] = process.argv.slice(2);
const headers = { 'X-Session-Token': token };

async function open(name) {
    const notes = notebook(name);
    const capabilities = { sampling: {}, elicitation: {}, roots: { listChanged: true } };
    const client = new Client({ name, version: '1.0.0' }, { capabilities });
    const answer = answers(notes);
    const schemas = [types.CreateMessageRequestSchema, types.ElicitRequestSchema, types.ListRootsRequestSchema];
    for (const schema of schemas) {
        client.setRequestHandler(schema, async ({ method, params }) => answer[method](params));
    }
    client.setNotificationHandler(types.LoggingMessageNotificationSchema, ({ params }) => void notes.logs.push(params));
    client.setNotificationHandler(types.ResourceUpdatedNotificationSchema, ({ params }) => void notes.updates.push(params));
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
    await client.connect(transport);
    const session = transport.sessionId;
    return {
        notes,
        info: () => client.getServerVersion(),
        tools: () => all(params => client.listTools(params), 'tools'),
        resources: () => all(params => client.listResources(params), 'resources'),
        prompts: () => all(params => client.listPrompts(params), 'prompts'),
        call: (tool, args, { onprogress, signal } = {}) =>
            client.callTool({ name: tool, arguments: args }, undefined, { onprogress, signal }),
        read: uri => client.readResource({ uri }),
        prompt: (prompt, args) => client.getPrompt({ name: prompt, arguments: args }),
        setLevel: level => client.setLoggingLevel(level),
        subscribe: async uri => {
            await client.subscribeResource({ uri });
            return () => client.unsubscribeResource({ uri });
        },
        close: async () => {
            await transport.terminateSession();
            await client.close();
        },
        isGone: () => isGone(session)
    };
}

async function all(list, member) {
    const found = [];
    let cursor;
    do {
        const page = await list(cursor === undefined ? undefined : { cursor });
        found.push(...page[member]);
        cursor = page.nextCursor;
    } while (cursor !== undefined);
    return found;
}

/** Whether the server no longer knows the session. */
async function isGone(session) {
    const response = await fetch(url, {
        method: 'POST',
        headers: {
            ...headers,
            'Content-Type': 'application/json',
            Accept: 'application/json, text/event-stream',
            'Mcp-Session-Id': session
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    });
    await response.text();
    return response.status === 404;
}

process.exit((await run(kind, open, { isModern: false })) === 0 ? 0 : 1);
