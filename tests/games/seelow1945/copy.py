"""Every table, counter, set-up list and hexside written a second time, to hold the data files against.

The lists of the scenarios are the rulebook's (11.1, 12.1, 12.2), the rest is our reconstruction as it stands.
"""

TERRAIN = {
    "village": """
        1004 1012 1013 1116 1205 1411 1506 1515 1605 1609 1612 1713 1817 1901 1906 1915 2117 2202
        2210 2307 2311 2312 2405 2411 2508 2710 2712 2716 2805 2905 2907 2916 3015 3102 3103 3113
        3204 3303 3305""",
    "town": """
        1409 1410 1509 1510 3503 3602 3603""",
    "woods": """
        1007 1008 1107 1110 1114 1115 1215 1216 1316 1417 1717 2008 2815 2914 3013 3014 3016""",
    "swamp": """
        1303 1404 1807 1907 2010 2112 2214 3201 3301 3308 3309 3310 3311 3410 3411 3414 3505 3506
        3507 3508 3509 3512 3605 3606 3607 3608 3609""",
}
LEVEL = {
    2: """
        1006 1106 1207 1307 1508 1610 1611 1712 1814 1914 2016 2116 2317 2417 2516 2616 2715 2814
        2913 3016 3017 3114""",
    3: """
        1007 1008 1009 1010 1011 1012 1013 1014 1015 1016 1017 1107 1108 1109 1110 1111 1112 1113
        1114 1115 1116 1117 1208 1209 1210 1211 1212 1213 1214 1215 1216 1217 1308 1309 1310 1311
        1312 1313 1314 1315 1316 1317 1408 1409 1410 1411 1412 1413 1414 1415 1416 1417 1509 1510
        1511 1512 1513 1514 1515 1516 1517 1612 1613 1614 1615 1616 1617 1713 1714 1715 1716 1717
        1815 1816 1817 1915 1916 1917 2017 2117 2517 2617 2716 2717 2815 2816 2817 2914 2915 2916
        2917 3013 3014 3015""",
}
LOW_SIDE = (2417, 2516, 1)
SIDES = {
    "stream": """
        1002/1003 1003/1102 1102/1103 1103/1203 1203/1204 1204/1303 1303/1304 1304/1404 1404/1405
        1404/1504 1503/1504 1504/1604 1604/1605 1605/1704 1704/1705 1705/1805 1705/1806 1706/1806
        1706/1807 1707/1807 1807/1808 1808/1907 1808/1908 1809/1908 1809/1909 1810/1909 1810/1910
        1811/1910 1910/1911 1911/2011 1911/2012 1912/2012 2012/2013 2013/2112 2013/2113 2014/2113
        2113/2114 2114/2214 2114/2215 2115/2215 2215/2216 2216/2315 2216/2316 2217/2316 2217/2317
        2501/2601 2501/2602 2502/2602 2602/2603 2603/2702 2603/2703 2604/2703 2703/2704 2704/2804
        2804/2805 2805/2904 2904/2905 2904/3005 3004/3005 3004/3104 3103/3104 3104/3204 3204/3205
        3204/3304 3303/3304 3303/3404 3403/3404""",
    "river": """
        3117/3217 3116/3217 3216/3217 3216/3316 3315/3316 3315/3416 3315/3415 3314/3415 3414/3415
        3414/3514 3414/3513 3413/3513 3413/3512 3412/3512 3412/3511 3411/3412 3311/3411 3310/3411
        3310/3410 3309/3410 3309/3409 3308/3409 3408/3409 3408/3508 3408/3507 3407/3507 3407/3506
        3406/3506 3406/3505 3405/3505 3405/3504 3404/3504 3404/3503 3403/3503 3403/3502 3402/3403
        3302/3402 3301/3302 3202/3301 3201/3301 3502/3503 3503/3603 3603/3604""",
}
PATHS = {
    "road": """
        1012 1111 1211 1310 1410 1509 1609 1708 1809 1908 2008 2108 2208 2307 2408 2507 2608 2707
        2807 2907 3007 3106 3206 3305 3405 3404 3503 3603; 1004 1104 1205 1206 1306 1307 1408 1409
        1410 1510 1511 1612 1613 1713 1814 1815 1915 2016 2017 2117; 2907 2808 2809 2709 2710 2711
        2712 2713 2714 2715 2716 2717""",
    "track": """
        2101 2202 2203 2303 2304 2405 2406 2506 2507 2508; 2508 2509 2410 2411 2311 2312; 2312 2212
        2112 2013 1913 1813 1713; 2312 2413 2512 2613 2712; 2712 2813 2912 3012 3112 3113; 3113 3112
        3111 3110 3010 3009 2908 2907; 3113 3213 3313 3413 3513 3613; 2405 2504 2605 2705 2805 2806
        2906 2907; 2805 2904 3004 3103 3204 3303; 3303 3404 3503; 1601 1602 1603 1604 1605 1505 1506
        1507 1408 1409; 1605 1705 1806 1906 2007 2107 2208 2307; 1012 1013 1014 1114 1115 1116 1117;
        1612 1512 1513 1514 1515 1616 1716 1817; 1915 2016 2116 2217 2317 2417 2517 2617 2716; 2716
        2816 2915 3015 3014 3113; 2405 2504 2604 2703 2803 2903 3003 3102 3103; 2601 2701 2802 2902
        3003; 2101 2002 1901 1902 1903 1904 1905 1906; 1410 1411 1311 1312 1313 1314 1215 1115 1116;
        1713 1614 1514 1515 1416 1316 1216 1116; 2307 2308 2209 2210 2310 2311; 2508 2609 2709; 2710
        2811 2911 3012; 2816 2916; 3503 3604; 3603 3602 3601""",
    "railroad": """
        1006 1106 1206 1306 1406 1506 1606 1705 1805 1905 2005 2105 2205 2305 2405 2505 2605 2705
        2806 2905 3006 3105 3206 3305 3405 3404 3503 3603; 1501 1502 1503 1504 1505 1506 1507 1608
        1609 1610 1710 1711 1812 1813 1814 1815 1816 1817; 3503 3604""",
}
OVER_THE_EDGE = {
    "road": "1012/W 3603/E 1004/W 2117/S 2717/S",
    "track": "2101/N 2601/N 3601/N 3604/E 3613/E 1601/N 1117/S 1817/S",
    "railroad": "1006/W 3603/E 3604/E 1501/N 1817/S",
}
MARKS = {
    "seelow": """
        1409 1410 1509 1510""",
    "localities": """
        1205 1506 1605 1609 1612 1713 1915""",
    "diedersdorf": """
        1012""",
    "diedersdorf_road": """
        1111 1211 1310""",
    "canal_west_bank": """
        1003 1103 1204 1304 1405 1504 1605 1705 1706 1707 1808 1809 1810 1811 1911 1912 2013 2014
        2114 2115 2216 2217""",
    "garrison": """
        3102 3103 3204 3503""",
    "west_edge": """
        1001 1002 1003 1004 1005 1006 1007 1008""",
}

MODELS = """
RR III foot stack 1 armor - range - steps 4,2,3,4 2,1,2,4
GRR III foot stack 1 armor - range - steps 5,3,4,4 3,2,3,4
TB X motz stack 1 armor 1 range - steps 6,6,4,10 3,3,2,10
GTB X motz stack 1 armor 1 range - steps 6,6,4,10 3,3,3,10
MRB X motz stack 1 armor - range - steps 6,4,3,10 3,2,2,10
GMRB X motz stack 1 armor - range - steps 6,4,4,10 3,2,3,10
GMB X motz stack 1 armor - range - steps 7,5,4,10 4,3,3,10
HTR III motz stack 1 armor 3 range - steps 4,7,4,8 2,4,3,8
HSP III motz stack 1 armor 2 range - steps 5,7,4,8 2,4,3,8
SPR III motz stack 1 armor 1 range - steps 3,6,4,10 1,3,3,10
KAG III motz stack 1 armor - range 9 gun 5,3,3,0 2,0,3,6
AAG X motz stack 1 armor - range 12 gun 7,3,3,0 2,0,3,6
ZHU - motz stack 0 armor - range - single 1,0,6,10 -
PGB II motz stack 2 armor - range - steps 4,3,4,10 2,2,3,10
PG20 II motz stack 2 armor - range - steps 4,3,3,10 2,2,2,10
FGB II motz stack 2 armor - range - steps 5,3,5,10 3,2,4,10
FJB II foot stack 2 armor - range - steps 4,2,3,4 2,1,2,4
IB3 II foot stack 2 armor - range - steps 3,2,3,4 2,1,2,4
IB4 II foot stack 2 armor - range - steps 3,2,3,4 2,1,2,4
FUS II foot stack 2 armor - range - steps 4,2,4,4 2,1,3,4
GPGB II motz stack 2 armor - range - steps 6,3,5,10 4,2,4,10
GFUS II foot stack 2 armor - range - steps 6,2,5,4 4,1,4,4
GVS II foot stack 2 armor - range - steps 5,2,4,3 3,1,2,3
VS II foot stack 2 armor - range - steps 3,2,3,3 2,1,2,3
KGW II motz stack 2 armor - range - steps 3,2,3,10 1,1,2,10
PZ4 I motz stack 1 armor 1 range - single 3,5,4,10 -
PTH I motz stack 1 armor 2 range - single 3,6,4,10 -
PTHF I motz stack 1 armor 2 range - single 4,6,5,10 -
TG1 I motz stack 1 armor 3 range - single 4,7,4,8 -
TG2 I motz stack 1 armor 4 range - single 4,8,5,8 -
STG I motz stack 1 armor 1 range - single 3,5,4,10 -
STGT I motz stack 1 armor 1 range - single 2,4,3,10 -
JGP I motz stack 1 armor 1 range - single 3,5,4,10 -
HTZ I motz stack 1 armor 1 range - single 2,4,3,10 -
HTZ5 I motz stack 1 armor 1 range - single 2,5,3,10 -
F88 II motz stack 2 armor - range 8 gun 3,8,3,0 1,4,3,6
V1 II motz stack 2 armor - range 6 gun 2,3,3,0 1,0,3,6
V2 II motz stack 2 armor - range 7 gun 2,7,3,0 1,0,3,6
V3 II motz stack 2 armor - range 7 gun 3,2,3,0 1,0,3,6
V4 II motz stack 2 armor - range 8 gun 4,2,3,0 1,0,3,6
V5 II motz stack 2 armor - range 9 gun 4,2,3,0 1,0,3,6
"""
"""Size, class, stacking points, red circle, yellow circle, front, back."""

TROOPS = {
    "RR": """
        su_60_1281 su_60_1283 su_60_1285 su_295_1038 su_295_1040 su_295_1042 su_301_1050 su_301_1052
        su_301_1054 su_248_899 su_248_902 su_248_905 su_416_1368 su_416_1373 su_416_1374""",
    "GRR": """
        su_47g_137 su_47g_140 su_47g_142 su_57g_170 su_57g_172 su_57g_174 su_27g_74 su_27g_76
        su_27g_83 su_35g_100 su_35g_101 su_35g_102 su_74g_226 su_74g_236 su_74g_240 su_79g_216
        su_79g_220 su_79g_227 su_82g_242 su_82g_244 su_82g_246 su_88g_266 su_88g_269 su_88g_271
        su_39g_112 su_39g_117 su_39g_120""",
    "TB": """
        su_11tc_20 su_11tc_36 su_11tc_65""",
    "MRB": """
        su_11tc_12""",
    "GTB": """
        su_11gtc_40 su_11gtc_44 su_11gtc_45 su_8gmc_1""",
    "GMRB": """
        su_11gtc_27""",
    "GMB": """
        su_8gmc_19 su_8gmc_20 su_8gmc_21""",
    "SPR": """
        su_8gmc_400""",
    "HTR": """
        su_85ghtr su_62ghtr""",
    "HSP": """
        su_396hsp""",
    "KAG": """
        su_32kag su_9kag su_4kag su_29kag su_28kag""",
    "AAG": """
        su_32aag su_9aag su_4aag su_29aag su_28aag""",
    "ZHU": """
        su_zhukov""",
    "FJB": """
        ge_9fj_25_1 ge_9fj_25_2 ge_9fj_26_1 ge_9fj_26_2 ge_9fj_27_1 ge_9fj_27_2""",
    "HTZ": """
        ge_9fj_pzj ge_303_pzj_1 ge_303_pzj_2 ge_303_pzj_3""",
    "PZ4": """
        ge_20pg_8pz_1 ge_20pg_8pz_2 ge_20pg_8pz_3""",
    "PG20": """
        ge_20pg_76_1 ge_20pg_76_2 ge_20pg_90_1 ge_20pg_90_2""",
    "KGW": """
        ge_20pg_wart""",
    "FGB": """
        ge_fg_1 ge_fg_2""",
    "PTHF": """
        ge_fg_pz""",
    "TG2": """
        ge_ss502_1 ge_ss502_2 ge_ss502_3""",
    "PGB": """
        ge_25pg_35_1 ge_25pg_35_2 ge_25pg_119_1 ge_25pg_119_2 ge_mun_2_1 ge_mun_2_3 ge_mun_1_1""",
    "PTH": """
        ge_25pg_5pz_1 ge_mun_pz_1 ge_mun_pz_2""",
    "JGP": """
        ge_25pg_5pz_2 ge_25pg_5pz_3""",
    "GPGB": """
        ge_mun_2_2 ge_mun_1_2""",
    "GFUS": """
        ge_303_fus""",
    "GVS": """
        ge_kus_vs""",
    "TG1": """
        ge_mun_pz_3""",
    "IB3": """
        ge_303_300_1 ge_303_300_2 ge_303_301_1 ge_303_301_2 ge_303_302_1 ge_303_302_2""",
    "STGT": """
        ge_920_1 ge_920_2 ge_920_3""",
    "STG": """
        ge_245_1 ge_245_2 ge_245_3""",
    "IB4": """
        ge_169_392_1 ge_169_392_2 ge_kur_1242_1 ge_kur_1242_2""",
    "HTZ5": """
        ge_169_1230""",
    "F88": """
        ge_flak26""",
    "V1": """
        ge_vak404_1 ge_vak408_1""",
    "V2": """
        ge_vak404_2 ge_vak408_2""",
    "V3": """
        ge_vak404_3 ge_vak408_3""",
    "V4": """
        ge_vak404_4 ge_vak408_4""",
    "V5": """
        ge_vak404_5 ge_vak408_5""",
}

PLANS = {
    "kustrin": """
        su_295_1038=2402 su_295_1040=2403 su_295_1042=2502 su_47g_137=2504 su_47g_140=2505
        su_47g_142=2605 su_57g_170=2607 su_57g_172=2608 su_57g_174=2707 su_35g_100=3104
        su_35g_101=3205 su_35g_102=3304 su_82g_242=3403 su_82g_244=3603 su_82g_246=3604
        su_416_1368=3002 su_416_1373=3003 su_416_1374=3101 su_32kag=2801 su_32aag=2802 su_4kag=3207
        su_4aag=3208 ge_20pg_8pz_1=2203 ge_20pg_8pz_2=2103 ge_20pg_8pz_3=2104 ge_20pg_76_1=2203
        ge_20pg_76_2=2103 ge_20pg_90_1=2304 ge_20pg_90_2=2305 ge_fg_1=2101 ge_fg_2=2201
        ge_fg_pz=2101 ge_ss502_1=2304 ge_ss502_2=2305 ge_ss502_3=2205 ge_25pg_35_1=2306
        ge_25pg_35_2=2307 ge_25pg_119_1=2407 ge_25pg_119_2=2308 ge_25pg_5pz_1=2306
        ge_25pg_5pz_2=2307 ge_25pg_5pz_3=2407""",
    "seelow": """
        su_60_1281=2001 su_60_1283=2101 su_60_1285=2201 su_295_1038=2102 su_295_1040=2203
        su_295_1042=2302 su_301_1050=2204 su_301_1052=2304 su_301_1054=2404 su_248_899=2502
        su_248_902=2503 su_248_905=2603 su_47g_137=2405 su_47g_140=2406 su_47g_142=2505
        su_57g_170=2506 su_57g_172=2507 su_57g_174=2607 su_27g_74=2508 su_27g_76=2509 su_27g_83=2609
        su_35g_100=2806 su_35g_101=2807 su_35g_102=2906 su_74g_226=2610 su_74g_236=2611
        su_74g_240=2710 su_79g_216=2612 su_79g_220=2712 su_79g_227=2813 su_82g_242=2909
        su_82g_244=2910 su_82g_246=3010 su_88g_266=2814 su_88g_269=2915 su_88g_271=2916
        su_39g_112=3014 su_39g_117=3113 su_39g_120=3114 su_11tc_20=3006 su_11tc_36=3007
        su_11tc_65=3105 su_11tc_12=3106 su_11gtc_40=3008 su_11gtc_44=3009 su_11gtc_45=3108
        su_11gtc_27=3109 su_8gmc_19=3212 su_8gmc_20=3213 su_8gmc_21=3312 su_8gmc_1=3313
        su_8gmc_400=3413 su_32kag=2801 su_32aag=2701 su_9kag=2802 su_9aag=2803 su_4kag=3003
        su_4aag=3004 su_29kag=3207 su_29aag=3208 su_28kag=3215 su_28aag=3315 ge_9fj_25_1=1902/2002
        ge_9fj_25_2=1803/1903 ge_9fj_26_1=2004/2004 ge_9fj_26_2=1904/2005 ge_9fj_27_1=1205/1205
        ge_9fj_27_2=1304/1304 ge_20pg_76_1=2307/2307 ge_20pg_76_2=2208/2308 ge_20pg_90_1=1507
        ge_20pg_90_2=1506 ge_mun_2_1=2106/2206 ge_303_300_1=2209/2309 ge_303_300_2=2210/2310
        ge_303_301_1=2514/2513 ge_303_301_2=2414/2413 ge_303_302_1=2411/2411 ge_303_302_2=2311/2412
        ge_169_392_1=2616/2615 ge_169_392_2=2516/2716 ge_kur_1242_1=1915 ge_kur_1242_2=2015
        ge_vak404_1=1514 ge_vak404_2=1515 ge_vak404_3=1415 ge_vak404_4=1414 ge_vak404_5=1314
        ge_vak408_1=1208 ge_vak408_2=1209 ge_vak408_3=1108 ge_vak408_4=1109 ge_vak408_5=1009""",
}
"""Where the two plans put a unit: the standard one, and the forward one where it differs."""

TYPES = {
    "RR": "rifle, infantry",
    "GRR": "rifle, infantry",
    "TB": "tank, armor",
    "GTB": "tank, armor",
    "MRB": "motor rifle, motorized",
    "GMRB": "motor rifle, motorized",
    "GMB": "mechanized, mechanized",
    "HTR": "heavy tank, armor",
    "HSP": "heavy assault gun, assault_gun",
    "SPR": "assault gun, assault_gun",
    "KAG": "artillery group, artillery",
    "AAG": "artillery group, artillery",
    "ZHU": "commander, leader",
    "PGB": "panzergrenadier, mechanized",
    "PG20": "panzergrenadier, mechanized",
    "FGB": "panzergrenadier, mechanized",
    "FJB": "parachute infantry, parachute",
    "IB3": "infantry, infantry",
    "IB4": "infantry, infantry",
    "FUS": "fusilier, fusilier",
    "GPGB": "panzergrenadier, mechanized",
    "GFUS": "fusilier, fusilier",
    "GVS": "volkssturm, militia",
    "VS": "volkssturm, militia",
    "KGW": "motorized infantry, motorized",
    "PZ4": "panzer (Pz IV), armor",
    "PTH": "panzer (Panther), armor",
    "PTHF": "panzer (Panther), armor",
    "TG1": "heavy panzer (Tiger I), armor",
    "TG2": "heavy panzer (Tiger II), armor",
    "STG": "assault gun (StuG III), assault_gun",
    "STGT": "assault gun (StuG III), assault_gun",
    "JGP": "tank destroyer (Jagdpanzer IV / StuG), antitank",
    "HTZ": "tank destroyer (Hetzer), antitank",
    "HTZ5": "tank destroyer (Hetzer), antitank",
    "F88": "88 mm flak, flak",
    "V1": "field artillery (7.5 cm), artillery",
    "V2": "antitank artillery (8.8 cm Pak 43), antitank",
    "V3": "field artillery (10.5 cm), artillery",
    "V4": "medium artillery (12.2 cm), artillery",
    "V5": "heavy artillery (15.2 cm), artillery",
}
"""What a unit is called by type, and its symbol."""
