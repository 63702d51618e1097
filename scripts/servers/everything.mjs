// A small server on the TypeScript SDK that has one of everything, for the tests of mcp-inspector.
//
//   node everything.mjs stdio|http legacy|modern|dual
//
// The second word says which revisions it serves: those with a handshake, 2026-07-28, or both. Over
// HTTP it takes the port from PORT (or any) and says `listening on URL`. Legacy HTTP has sessions.
// `everything.py` is the same server on the Python SDK.

import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

// The packages are not beside this file but where `install` put them.
const installed = process.env.MCPI_SERVERS ?? fileURLToPath(new URL('../../.servers', import.meta.url));
const require = createRequire(`${installed}/package.json`);
const { McpServer, ResourceTemplate, completable, createMcpHandler, inputRequired, inputResponse, isLegacyRequest } =
    require('@modelcontextprotocol/server');
const { StdioServerTransport, serveStdio } = require('@modelcontextprotocol/server/stdio');
const { NodeStreamableHTTPServerTransport, toNodeHandler, toWebRequest } = require('@modelcontextprotocol/node');
const z = require('zod/v4');

const NOTE = 'note://one';
const TONES = ['formal', 'friendly', 'funny'];

let changes = 0;
let hasExtra = false;
// Over modern HTTP every request has a server of its own, so changes are published beside it.
let publish;

const text = (...lines) => ({ content: lines.map(line => ({ type: 'text', text: line })) });

function build({ era }) {
    const server = new McpServer(
        { name: 'everything-ts', version: '1.0.0' },
        { instructions: 'Only for tests.', capabilities: { logging: {}, resources: { subscribe: true } } }
    );
    tools(server);
    questions(server);
    triggers(server, era);
    resources(server);
    prompts(server);
    return server;
}

function tools(server) {
    const numbers = z.object({ a: z.number(), b: z.number() });
    server.registerTool('add', { description: 'Adds two numbers', inputSchema: numbers }, async ({ a, b }) => text(`${a + b}`));
    server.registerTool(
        'measure',
        {
            description: 'Measures a place, as data',
            inputSchema: z.object({ place: z.string() }),
            outputSchema: z.object({ place: z.string(), celsius: z.number() })
        },
        async ({ place }) => {
            const measured = { place, celsius: 21.5 };
            return { ...text(JSON.stringify(measured)), structuredContent: measured };
        }
    );
    server.registerTool(
        'count',
        { description: 'Counts, and tells how far it is', inputSchema: z.object({ steps: z.number().int() }) },
        async ({ steps }, ctx) => {
            const progressToken = ctx.mcpReq._meta?.progressToken;
            for (let progress = 1; progressToken !== undefined && progress <= steps; progress++) {
                await ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: steps } });
            }
            return text(`counted to ${steps}`);
        }
    );
    server.registerTool(
        'wait',
        { description: 'Waits until it is over or cancelled', inputSchema: z.object({ seconds: z.number() }) },
        async ({ seconds }, ctx) => {
            console.error('wait: begun');
            await new Promise(resolve => {
                const timer = setTimeout(resolve, seconds * 1000);
                ctx.mcpReq.signal.addEventListener('abort', () => {
                    clearTimeout(timer);
                    console.error('wait: cancelled');
                    resolve();
                });
            });
            return text(`waited ${seconds} s`);
        }
    );
    server.registerTool('fail', { description: 'Fails' }, async () => ({ ...text('it failed'), isError: true }));
    server.registerTool(
        'log',
        { description: 'Logs a warning', inputSchema: z.object({ message: z.string() }) },
        async ({ message }, ctx) => {
            await ctx.mcpReq.log('warning', message);
            return text('logged');
        }
    );
}

// What needs us: the SDK asks in the way of the era.
function questions(server) {
    const ask = (name, description, request, answer) =>
        server.registerTool(name, { description }, async ctx => {
            const response = inputResponse(ctx.mcpReq.inputResponses, 'question');
            return response.kind === 'missing' ? inputRequired({ inputRequests: { question: request() } }) : answer(response);
        });
    const form = {
        type: 'object',
        properties: { name: { type: 'string' }, seats: { type: 'integer', minimum: 1, default: 2 } },
        required: ['name']
    };
    ask(
        'ask_name',
        'Asks for a name',
        () => inputRequired.elicit({ message: 'Who is it for?', requestedSchema: form }),
        ({ action, content }) => text(action === 'accept' ? `${content.name}, ${content.seats}` : action)
    );
    const messages = [{ role: 'user', content: { type: 'text', text: 'Say something.' } }];
    ask(
        'ask_model',
        'Asks a model',
        () => inputRequired.createMessage({ messages, maxTokens: 50 }),
        ({ result }) => text(`the model said: ${result.content.text}`)
    );
    ask(
        'ask_roots',
        'Asks for the roots',
        () => inputRequired.listRoots(),
        ({ roots }) => text(...roots.map(root => root.uri))
    );
}

function triggers(server, era) {
    const extra = server.registerTool('extra', { description: 'Comes and goes' }, async () => text('here'));
    if (!hasExtra) extra.disable();
    server.registerTool('toggle_extra', { description: 'Adds or removes a tool' }, async () => {
        hasExtra = !hasExtra;
        extra.update({ enabled: hasExtra });
        publish?.toolsChanged();
        return text(hasExtra ? 'added' : 'removed');
    });
    const watched = new Set();
    server.server.setRequestHandler('resources/subscribe', async ({ params }) => (watched.add(params.uri), {}));
    server.server.setRequestHandler('resources/unsubscribe', async ({ params }) => (watched.delete(params.uri), {}));
    server.registerTool('touch', { description: 'Changes the note' }, async () => {
        changes += 1;
        publish?.resourceUpdated(NOTE);
        // Over modern stdio the SDK knows who listens; with a handshake it is for us to know.
        const isHeard = era === 'legacy' ? watched.has(NOTE) : !publish;
        if (isHeard) await server.server.sendResourceUpdated({ uri: NOTE });
        return text(`changed ${changes} times`);
    });
}

function resources(server) {
    const read = async uri => ({ contents: [{ uri: uri.href, mimeType: 'text/plain', text: `${uri.href}, changed ${changes} times` }] });
    server.registerResource('one', NOTE, { description: 'A note', mimeType: 'text/plain' }, read);
    const template = new ResourceTemplate('note://numbered/{number}', {
        list: undefined,
        complete: { number: value => ['1', '2', '10'].filter(number => number.startsWith(value)) }
    });
    server.registerResource('numbered', template, { description: 'Numbered notes' }, read);
}

function prompts(server) {
    const tone = completable(z.string(), value => TONES.filter(tone => tone.startsWith(value ?? ''))).optional();
    server.registerPrompt(
        'greet',
        { description: 'Greets someone', argsSchema: z.object({ name: z.string(), tone }) },
        ({ name, tone }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `Greet ${name}, ${tone ?? 'friendly'}.` } }] })
    );
}

async function stdio(era) {
    if (era === 'legacy') {
        await build({ era: 'legacy' }).connect(new StdioServerTransport());
    } else {
        serveStdio(build, { legacy: era === 'modern' ? 'reject' : 'serve' });
    }
}

function http(era) {
    const sessions = new Map();
    const legacy = async (request, response, body) => {
        const id = request.headers['mcp-session-id'];
        if (id && !sessions.has(id)) return response.writeHead(404).end();
        return (sessions.get(id) ?? (await begin())).handleRequest(request, response, body);
    };
    const begin = async () => {
        const transport = new NodeStreamableHTTPServerTransport({
            sessionIdGenerator: () => randomUUID(),
            onsessioninitialized: id => void sessions.set(id, transport),
            onsessionclosed: id => void sessions.delete(id)
        });
        await build({ era: 'legacy' }).connect(transport);
        return transport;
    };
    const handler = createMcpHandler(build, { legacy: 'reject' });
    const modern = toNodeHandler(handler);
    if (era !== 'legacy') publish = handler.notify;
    const dual = async (request, response) => {
        const body = await read(request);
        return ((await isLegacyRequest(await toWebRequest(request, body))) ? legacy : modern)(request, response, body);
    };
    const serve = { legacy, modern, dual }[era];
    const listener = createServer((request, response) => {
        serve(request, response).catch(error => {
            console.error(error);
            response.destroy();
        });
    });
    listener.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
        console.log(`listening on http://127.0.0.1:${listener.address().port}/mcp`);
    });
}

async function read(request) {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    return text ? JSON.parse(text) : undefined;
}

const [transport, era] = process.argv.slice(2);
if (!['stdio', 'http'].includes(transport) || !['legacy', 'modern', 'dual'].includes(era)) {
    console.error('usage: everything.mjs stdio|http legacy|modern|dual');
    process.exit(2);
}
await (transport === 'stdio' ? stdio(era) : http(era));
