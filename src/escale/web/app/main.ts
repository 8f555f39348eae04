import { mount } from 'svelte';
import '../look/base.css';
import App from './App.svelte';
import { keepOffline } from './offline';
import { loadTexts } from './texts.svelte';

await loadTexts();
const page = document.getElementById('page')!;
page.replaceChildren(); // the mark that stood there while this was on its way
mount(App, { target: page });
if (import.meta.env.PROD) keepOffline();
