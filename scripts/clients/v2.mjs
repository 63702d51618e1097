// A client on the TypeScript SDK 2.x, which speaks both eras.
//
//   node v2.mjs URL TOKEN everything|demo legacy|auto|modern
//
// `auto` finds out what the server speaks, and must find 2026-07-28.

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { answers, must, notebook, run } from './steps.mjs';

// The packages are not beside this file but where `scripts/servers/install` put them.
const installed = process.env.MCPI_SERVERS ?? fileURLToPath(new URL('../../.servers', import.meta.url));
const require = createRequire(`${installed}/package.json`);
const { Client, StreamableHTTPClientTransport } = require('@modelcontextprotocol/client');

const MODERN = '2026-07-28';
const LOG_LEVEL = 'io.modelcontextprotocol/logLevel';

const [url, token, kind, era] = process.argv.slice(2);
const mode = { legacy: 'legacy', auto: 'auto', modern: { pin: MODERN } }[era];
must(mode, 'the era must be legacy, auto or modern', era);
const isModern = era !== 'legacy';
const headers = { 'X-Session-Token': token };

async function open(name) {
    const notes = notebook(name);
    const capabilities = { sampling: {}, elicitation: { form: {} }, roots: { listChanged: true } };
    const client = new Client({ name, version: '1.0.0' }, { capabilities, versionNegotiation: { mode } });
    const answer = answers(notes);
    for (const method of Object.keys(answer)) {
        client.setRequestHandler(method, async ({ params }) => answer[method](params));
    }
    client.setNotificationHandler('notifications/message', ({ params }) => void notes.logs.push(params));
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void notes.updates.push(params));
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
    await client.connect(transport);
    must(client.getProtocolEra() === (isModern ? 'modern' : 'legacy'), `the era must be ${era}`, client.getProtocolEra());
    must(isModern === (transport.sessionId === undefined), 'only the older era has a session', transport.sessionId);
    const session = transport.sessionId;
    const subscribe = async uri => {
        await client.subscribeResource({ uri });
        return () => client.unsubscribeResource({ uri });
    };
    const listen = async uri => {
        const subscription = await client.listen({ resourceSubscriptions: [uri] });
        const { resourceSubscriptions } = subscription.honoredFilter;
        must(resourceSubscriptions?.includes(uri), 'the subscription must be granted', subscription.honoredFilter);
        return () => subscription.close();
    };
    return {
        notes,
        info: () => client.getServerVersion(),
        tools: async () => (await client.listTools()).tools,
        resources: async () => (await client.listResources()).resources,
        prompts: async () => (await client.listPrompts()).prompts,
        call: (tool, args, { onprogress, signal, logLevel } = {}) => {
            const params = { name: tool, arguments: args };
            if (isModern && logLevel) params._meta = { [LOG_LEVEL]: logLevel };
            return client.callTool(params, { onprogress: onprogress && (progress => isServers(progress) && onprogress(progress)), signal });
        },
        read: uri => client.readResource({ uri }),
        prompt: (prompt, args) => client.getPrompt({ name: prompt, arguments: args }),
        setLevel: isModern ? undefined : level => client.setLoggingLevel(level),
        subscribe: isModern ? listen : subscribe,
        close: async () => {
            if (!isModern) await transport.terminateSession();
            await client.close();
        },
        isGone: async () => isModern || (await isGone(session))
    };
}

/** The SDK tells as progress, too, that it gathers the input which a call needs. */
function isServers({ message }) {
    return !message?.startsWith('Fulfilling input required');
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

process.exit((await run(kind, open, { isModern })) === 0 ? 0 : 1);
