// A process of its own, so that only the server's processor time is counted: asks for one address until it has so many answers.
import { Agent, get } from 'node:http';

const [, , url, token, wanted] = process.argv;
const connections = 8;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const headers = { authorization: `Bearer ${token}` };

const ask = () =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      response.resume().on('end', resolve);
    }).on('error', reject);
  });

let left = Number(wanted);
const askAgain = async () => {
  while (left-- > 0) await ask();
};
await Promise.all(Array.from({ length: connections }, askAgain));
agent.destroy();
