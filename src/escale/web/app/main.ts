import { mount } from 'svelte';
import '../look/base.css';
import App from './App.svelte';
import { loadTexts } from './texts.svelte';

await loadTexts();
mount(App, { target: document.getElementById('page')! });
