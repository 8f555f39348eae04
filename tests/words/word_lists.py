"""Words written by hand, not taken from any list: what a table would accept and refuse."""

from __future__ import annotations

from escale.words import Language

GOOD: dict[Language, str] = {
    "fr": """
        maison chevaux jardin fenêtre mangeons finissait vendrez croyaient peindre cueillerai
        bouillir bleue rouges heureuse nationaux yeux travaux genoux hiboux œuf cœur nœud sœurs
        forêt août déjà où naïf ambiguë garçon leçons français grecque hôpital théâtre pharmacie
        ordinateur téléphone voiture avion pluie neige orage soleil étoile lune boulangerie
        croissant fromage camion vélo trottinette grenouille écureuil papillon coccinelle
        éléphant girafe protège appelle jette achète emploie essuie lançais nageait
        commençons plaçait sachiez puissent veuille faudra pleuvait naquit vécut
        groupies spécifique fidéliser protéger lorsque puisque
        quoique jamais toujours souvent vite lentement doucement chez
        kiwi yaourt wagon xylophone zèbre tandis y à
    """,
    "en": """
        house children garden window running swam written bought teeth geese knives heroes
        happiest bluer quickly beautiful colour color organise organize theatre theater grey
        gray travelling traveling defence defense breakfast yesterday umbrella butterfly
        squirrel elephant hedgehog kitchen bakery cheese bicycle computer telephone weather
        thunderstorm rainbow library scientist knowledge neighbour neighbor mathematics
        rhythm queue gnome xylophone zebra yacht quiz jazz wizard vortex oxygen kayak
        groupies specific firefighter protect protection decided decisive going went was
        were am is are me them whose cannot today tomorrow seventeen twelfth
        misunderstood unforgettable disagreement a
    """,
    "de": """
        Haus Häuser Garten Gärten Fenster Straße Straßen Fuß Füße gehst ging gegangen läuft
        schreibt geschrieben beschrieb aufgegeben abfahren anzurufen aufsteht mitgenommen schön
        schöner schönsten größer größte besser beste alt älter ältesten grün grünes
        langsam schnell Mädchen Bäcker Bäckerei Schmetterling Eichhörnchen Elefant Igel
        Fahrrad Computer Telefon Wetter Gewitter Regenbogen Bibliothek Wissenschaft Nachbarin
        Kühlschrank Schlüssel Brötchen Käse Apfel Äpfel Bücher Kind Kindern Frühstück gestern
        morgen übermorgen jemand niemandem dessen deren einem unserem ihren welches diesem
        zwölf siebzehn zwanzigste muss wusste ließ heißt isst hätte könnte würden seid bist
        Quark Xylophon Yoga Zebra Jazz Kajak spezifisch friedlicher Groupies im zur vom
    """,
}

BAD: dict[Language, str] = {
    "fr": """
        maisson chevals jardain fenaitre mangons vendrerez croivent peindrer bouillisser
        bleux nationals hopitale théatrux farmacie ordinataire telefone vwature
        nége soleille boulangrie fromaje girrafe éléfant protèjer apeller comencer
        parmis malgrés language connection traffic example develloper
        Lisbonne Bruxelles Marseille Espagne Italie Nicolas Mathieu Sébastien Renault Toulouse
        street weather kitchen Häuser Fenster blorf xqz tramponi
    """,
    "en": """
        hous childs gardan windo runing swimmed writed buyed oxeses recieve
        definately seperate occured neccessary thier becuase untill tommorow adress
        accomodate arguement calandar cemetary embarass existance goverment independant
        mispell noticable occurence pronounciation publically wierd
        London Madrid Christopher Elizabeth Toyota Nigeria Beethoven Wednesday
        maison fenêtre Häuser Straße schreiben blorf xqz frumious
    """,
    "de": """
        Hauss Häusers Fenstar Strase Fuhs gehtst gegeht geschreibt schreibte gelauft
        schönner gutter nähmlich Pakket Rytmus Standart
        tolerannt Maschiene Lybien Addresse Atmosfähre Galerrie endgültich
        orginal vorraus Vorraussetzung warscheinlich ziehmlich aufjedenfall garnicht
        München Hamburg Leipzig Wolfgang Stefanie Jürgen Österreich Frankreich Mozart
        window maison bonjour bzw usw GmbH blorf xqz
    """,
}
