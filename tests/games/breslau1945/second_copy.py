"""The counters and the sheet a second time, by the list and the map that the game was rebuilt from.

Nothing here is read by the game; `test_tables` holds the data files against it.
"""

COUNTERS = """
s_372_218       s  inf  regiment   218    -              0/0/5  -  -  0117
s_658_218       s  inf  regiment   218    -              0/0/5  -  -  0117
s_667_218       s  inf  regiment   218    -              0/0/5  -  -  0119
s_662_218_art   s  art  regiment   218    M-30           0/1/5  -  -  0118
s_592_218_eng   s  eng  battalion  218    -              1/0/5  -  -  0119
s_955_309       s  inf  regiment   309    -              0/0/5  -  -  0225
s_957_309       s  inf  regiment   309    -              0/0/5  -  -  0326
s_959_309       s  inf  regiment   309    -              0/0/5  -  -  0427
s_842_309_art   s  art  regiment   309    M-30           0/1/5  -  -  0227
s_571_309_eng   s  eng  battalion  309    -              1/0/5  -  -  0326
s_1194_359      s  inf  regiment   359    -              0/0/5  -  -  1136
s_1196_359      s  inf  regiment   359    -              0/0/5  -  -  1436
s_1198_359      s  inf  regiment   359    -              0/0/5  -  -  1737
s_924_359_art   s  art  regiment   359    ZIS-3          0/1/5  -  -  1438
s_630_359_eng   s  eng  battalion  359    -              1/0/5  -  -  1436
s_243_181       s  inf  regiment   181    -              0/0/5  -  -  2038
s_271_181       s  inf  regiment   181    -              0/0/5  -  -  2239
s_288_181       s  inf  regiment   181    -              0/0/5  -  -  2539
s_1108_181_art  s  art  regiment   181    ZIS-3          0/1/5  -  -  2240
s_187_181_eng   s  eng  battalion  181    -              1/0/5  -  -  2239
s_967_273       s  inf  regiment   273    -              0/0/5  -  -  0112
s_969_273       s  inf  regiment   273    -              0/0/5  -  -  0109
s_971_273       s  inf  regiment   273    -              0/0/5  -  -  0106
s_812_273_art   s  art  regiment   273    M-30           0/1/5  -  -  0110
s_514_273_eng   s  eng  battalion  273    -              1/0/5  -  -  0109
s_385_112       s  inf  regiment   112    -              0/0/5  -  A  TRACK
s_416_112       s  inf  regiment   112    -              0/0/5  -  A  TRACK
s_524_112       s  inf  regiment   112    -              0/0/5  -  A  TRACK
s_436_112_art   s  art  regiment   112    M-30           0/1/5  -  A  TRACK
s_159_112_eng   s  eng  battalion  112    -              1/0/5  -  A  TRACK
s_857_294       s  inf  regiment   294    -              0/0/5  -  C  TRACK
s_859_294       s  inf  regiment   294    -              0/0/5  -  C  TRACK
s_861_294       s  inf  regiment   294    -              0/0/5  -  C  TRACK
s_849_294_art   s  art  regiment   294    ZIS-3          0/1/5  -  C  TRACK
s_565_294_eng   s  eng  battalion  294    -              1/0/5  -  C  TRACK
s_396_135       s  inf  regiment   135    -              0/0/5  -  H  TRACK
s_497_135       s  inf  regiment   135    -              0/0/5  -  H  TRACK
s_791_135       s  inf  regiment   135    -              0/0/5  -  H  TRACK
s_276_135_art   s  art  regiment   135    ZIS-3          0/1/5  -  H  TRACK
s_220_135_eng   s  eng  battalion  135    -              1/0/5  -  H  TRACK
s_56_eng        s  eng  battalion  -      -              1/0/5  s  -  0120
s_57_eng        s  eng  battalion  -      -              1/0/5  s  -  0120
s_58_eng        s  eng  battalion  -      -              1/0/5  s  -  0226
s_59_eng        s  eng  battalion  -      -              1/0/5  s  -  1336
s_222_T         s  arm  regiment   -      T-34/85        0/0/5  -  -  0118
s_91_T          s  arm  brigade    -      T-34/85        0/0/5  -  -  0226
s_1443_SU       s  arm  regiment   -      SU-85          0/0/5  -  -  1337
s_1403_SU       s  arm  regiment   -      SU-76          0/1/5  -  -  0111
s_1976_SU       s  arm  regiment   -      SU-76          0/1/5  -  -  2139
s_1820_SU       s  arm  regiment   -      SU-122         1/0/5  -  A  TRACK
s_87_G          s  arm  regiment   -      IS-2           1/0/5  -  C  TRACK
s_349_G         s  arm  regiment   -      ISU-152        1/0/5  -  D  TRACK
s_374_G         s  arm  regiment   -      ISU-152        1/0/5  -  F  TRACK
s_ZIS3_1039     s  art  regiment   -      ZIS-3          0/1/5  -  -  0113
s_ZIS3_1040     s  art  regiment   -      ZIS-3          0/1/5  -  -  1439
s_M30_496How    s  art  regiment   -      M-30           0/1/5  -  -  0123
s_M30_497How    s  art  regiment   -      M-30           0/1/5  -  -  0123
s_M30_525How    s  art  regiment   -      M-30           0/1/5  -  -  0228
s_M30_526How    s  art  regiment   -      M-30           0/1/5  -  D  TRACK
s_D1_8_1        s  art  regiment   -      D-1            1/1/5  -  -  0122
s_D1_8_2        s  art  regiment   -      D-1            1/1/5  -  -  0228
s_D1_8_3        s  art  regiment   -      D-1            1/1/5  -  A  TRACK
s_D1_8_4        s  art  regiment   -      D-1            1/1/5  -  E  TRACK
s_B4_317BM      s  art  battalion  -      B-4            0/1/0  -  A  TRACK
s_B4_322BM      s  art  battalion  -      B-4            0/1/0  -  B  TRACK
s_BR5_315OM     s  art  battalion  -      Br-5           0/1/0  -  B  TRACK
s_M160_43M      s  art  regiment   -      M-160          0/1/5  -  B  TRACK
s_M160_49M      s  art  regiment   -      M-160          0/1/5  -  E  TRACK
s_M120_1538M    s  art  regiment   -      120_mm         0/1/5  -  -  0114
s_M120_562M     s  art  regiment   -      120_mm         0/1/5  -  -  1237
s_M120_563M     s  art  regiment   -      120_mm         0/1/5  -  D  TRACK
s_ZIS2_1248AT   s  art  regiment   -      ZIS-2          0/1/5  -  -  0123
s_ZIS2_1249AT   s  art  regiment   -      ZIS-2          0/1/5  -  -  1538
s_BM13_18Grd    s  art  regiment   -      BM-13          0/1/5  -  -  0229
s_1_18Grd       s  sup  battalion  -      BM-13          1/0/5  -  -  rockets
s_2_18Grd       s  sup  battalion  -      BM-13          1/0/5  -  -  rockets
s_BM13_36Grd    s  art  regiment   -      BM-13          0/1/5  -  -  0115
s_1_36Grd       s  sup  battalion  -      BM-13          1/0/5  -  -  rockets
s_2_36Grd       s  sup  battalion  -      BM-13          1/0/5  -  -  rockets
s_BM13_98Grd    s  art  regiment   -      BM-13          0/1/5  -  E  TRACK
s_1_98Grd       s  sup  battalion  -      BM-13          1/0/5  -  -  rockets
s_2_98Grd       s  sup  battalion  -      BM-13          1/0/5  -  -  rockets
s_scr_01        s  scr  battalion  -      -              0/1/0  -  -  0102
s_scr_02        s  scr  battalion  -      -              0/1/0  -  -  0104
s_scr_03        s  scr  battalion  -      -              0/1/0  -  -  0736
s_scr_04        s  scr  battalion  -      -              0/1/0  -  -  0834
s_scr_05        s  scr  battalion  -      -              0/1/0  -  -  0937
s_scr_06        s  scr  battalion  -      -              0/1/0  -  -  1640
s_scr_07        s  scr  battalion  -      -              0/1/0  -  -  1840
s_scr_08        s  scr  battalion  -      -              0/1/0  -  -  1939
s_scr_09        s  scr  battalion  -      -              0/1/0  -  -  2440
s_scr_10        s  scr  battalion  -      -              0/1/0  -  -  2640
s_scr_11        s  scr  battalion  -      -              0/1/0  -  -  screens
s_scr_12        s  scr  battalion  -      -              0/1/0  -  -  screens
p_13_5          p  inf  regiment   5_DP   -              0/0/5  -  G  north_polish
p_15_5          p  inf  regiment   5_DP   -              0/0/5  -  G  north_polish
p_17_5          p  inf  regiment   5_DP   -              0/0/5  -  G  north_polish
p_22pal_5       p  art  regiment   5_DP   ZIS-3          0/1/5  -  G  north_polish
p_33_7          p  inf  regiment   7_DP   -              0/0/5  -  G  north_polish
p_35_7          p  inf  regiment   7_DP   -              0/0/5  -  G  north_polish
p_37_7          p  inf  regiment   7_DP   -              0/0/5  -  G  north_polish
p_38pal_7       p  art  regiment   7_DP   ZIS-3          0/1/5  -  G  north_polish
p_32_8          p  inf  regiment   8_DP   -              0/0/5  -  G  north_polish
p_34_8          p  inf  regiment   8_DP   -              0/0/5  -  G  north_polish
p_36_8          p  inf  regiment   8_DP   -              0/0/5  -  G  north_polish
p_37pal_8       p  art  regiment   8_DP   ZIS-3          0/1/5  -  G  north_polish
p_26_9          p  inf  regiment   9_DP   -              0/0/5  -  G  north_polish
p_28_9          p  inf  regiment   9_DP   -              0/0/5  -  G  north_polish
p_30_9          p  inf  regiment   9_DP   -              0/0/5  -  G  north_polish
p_40pal_9       p  art  regiment   9_DP   ZIS-3          0/1/5  -  G  north_polish
p_25_10         p  inf  regiment   10_DP  -              0/0/5  -  G  north_polish
p_27_10         p  inf  regiment   10_DP  -              0/0/5  -  G  north_polish
p_29_10         p  inf  regiment   10_DP  -              0/0/5  -  G  north_polish
p_39pal_10      p  art  regiment   10_DP  ZIS-3          0/1/5  -  G  north_polish
p_4bis          p  eng  brigade    -      -              1/0/5  -  G  north_polish
p_5pcc          p  arm  regiment   -      IS-2           1/0/5  -  G  north_polish
p_16bpanc       p  arm  brigade    -      T-34/85        0/0/5  -  G  north_polish
p_28psap        p  arm  regiment   -      SU-85          0/0/5  -  G  north_polish
p_3pm           p  art  regiment   -      120_mm         0/1/5  -  G  north_polish
p_scr_1         p  scr  battalion  -      -              0/1/0  -  -  screens
p_scr_2         p  scr  battalion  -      -              0/1/0  -  -  screens
p_scr_3         p  scr  battalion  -      -              0/1/0  -  -  screens
p_scr_4         p  scr  battalion  -      -              0/1/0  -  -  screens
g_ss_1          g  inf  battalion  -      -              1/0/5  *  -  2538
g_ss_2          g  inf  battalion  -      -              1/0/5  *  -  2337
g_ss_3          g  inf  battalion  -      -              1/0/5  *  -  2430
g_hanf_1        g  inf  battalion  -      -              0/0/5  -  -  1131
g_hanf_2        g  inf  battalion  -      -              0/0/5  -  -  1629
g_hanf_3        g  inf  battalion  -      -              0/0/5  -  -  1935
g_mohr_1        g  inf  battalion  -      -              1/0/5  -  -  north_german
g_mohr_2        g  inf  battalion  -      -              1/0/5  -  -  north_german
g_mohr_3        g  inf  battalion  -      -              1/0/5  -  -  north_german
g_sauer_1       g  inf  battalion  -      -              0/0/5  -  -  north_german
g_sauer_2       g  inf  battalion  -      -              0/0/5  -  -  north_german
g_sauer_3       g  inf  battalion  -      -              0/0/5  -  -  north_german
g_wehl_1        g  inf  battalion  -      -              0/1/5  -  -  0220
g_wehl_2        g  inf  battalion  -      -              0/1/5  -  -  0322
g_wehl_3        g  inf  battalion  -      -              0/1/5  -  -  0626
g_kersten_1     g  inf  battalion  -      -              0/0/5  -  -  0507
g_kersten_2     g  inf  battalion  -      -              0/0/5  -  -  0409
g_reink_1       g  inf  battalion  -      -              0/0/5  -  -  0412
g_reink_2       g  inf  battalion  -      -              0/0/5  -  -  0414
g_schulz_1      g  inf  battalion  -      -              0/0/5  -  -  0611
g_schulz_2      g  inf  battalion  -      -              0/0/5  -  -  0515
g_tensch        g  inf  battalion  -      -              0/0/5  -  -  reserves
g_pi_1          g  eng  battalion  -      -              1/0/5  -  -  0918
g_pi_2          g  eng  battalion  -      -              1/0/5  -  -  reserves
g_stug          g  arm  company    -      StuG_40        1/0/5  -  -  0920
g_retter        g  inf  battalion  -      -              0/0/5  -  -  1319
g_hj55          g  inf  battalion  -      -              0/0/5  *  -  0419
g_hj56          g  inf  battalion  -      -              0/0/5  *  -  0520
g_vs21          g  inf  battalion  -      -              0/0/5  -  -  0204
g_vs22          g  inf  battalion  -      -              0/0/5  -  -  0306
g_vs23          g  inf  battalion  -      -              0/0/5  -  -  0317
g_vs24          g  inf  battalion  -      -              0/0/5  -  -  0318
g_vs25          g  inf  battalion  -      -              0/0/5  -  -  0424
g_vs26          g  inf  battalion  -      -              0/0/5  -  -  0828
g_vs27          g  inf  battalion  -      -              0/0/5  -  -  1030
g_vs28          g  inf  battalion  -      -              0/0/5  -  -  1331
g_vs41          g  inf  battalion  -      -              0/0/5  -  -  1532
g_vs42          g  inf  battalion  -      -              0/0/5  -  -  1734
g_vs43          g  inf  battalion  -      -              0/0/5  -  -  2135
g_vs44          g  inf  battalion  -      -              0/0/5  -  -  2027
g_vs45          g  inf  battalion  -      -              0/0/5  -  -  0820
g_vs46          g  inf  battalion  -      -              0/0/5  -  -  1024
g_vs47          g  inf  battalion  -      -              0/0/5  -  -  1524
g_vs48          g  inf  battalion  -      -              0/0/5  -  -  0718
g_vs51          g  inf  battalion  -      -              0/0/5  -  -  1115
g_vs52          g  inf  battalion  -      -              0/0/5  -  -  1210
g_vs53          g  inf  battalion  -      -              0/0/5  -  -  reserves
g_vs54          g  inf  battalion  -      -              0/0/5  -  -  reserves
g_vs61          g  inf  battalion  -      -              0/0/5  -  -  north_german
g_vs62          g  inf  battalion  -      -              0/0/5  -  -  north_german
g_vs63          g  inf  battalion  -      -              0/0/5  -  -  north_german
g_vs64          g  inf  battalion  -      -              0/0/5  -  -  north_german
g_pol           g  inf  battalion  -      -              0/0/5  -  -  1516
g_fj3           g  inf  battalion  -      -              1/0/5  *  a  reserves
g_fj2           g  inf  battalion  -      -              1/0/5  *  b  reserves
g_vs65          g  inf  battalion  -      -              0/0/5  -  c  reserves
g_vs66          g  inf  battalion  -      -              0/0/5  -  c  reserves
g_poetsch       g  inf  battalion  -      -              0/0/5  -  d  reserves
g_vs67          g  inf  battalion  -      -              0/0/5  -  e  reserves
g_urbatis       g  inf  battalion  -      -              0/1/5  -  f  reserves
g_vs68          g  inf  battalion  -      -              0/0/5  -  g  reserves
g_genes         g  inf  battalion  -      -              0/1/5  -  h  reserves
g_poersel       g  arm  train      -      armored_train  2/0/5  t  -  works
"""
"""Id, nation, kind, size, division, weapon, blue/green/movement figures, marks, event, place at the start.

Marks: * may become Fanatic, s sappers with captured Goliaths, t the armored train."""

TERRAIN = """
26 ........ss..pp.~pp.......ssss..ss.......
25 ..........s.ss.~~ss..ssssssss.ss........
24 .s........sssss..~s.p.sssssss..s........
23 ..........s.ssp..~~pp.s......sss........
22 ..............pp.p.~~.ssssss..ss........
21 ..........s...p.s..C~BCCCCCCC.......ss..
20 .....ss...ss....ssCCCC~CCCCCCC..ss......
19 ....sss...ss..sssCCCCC~CCCCCCC..ss.p....
18 .....ss.......ss.CCCCCBCCCCCCCC.ss.pp...
17 ...........s.s..CCCCCC~~B~CCCCCspp.pss..
16 ...........sssssCCCCCCCCCCB~~CCCppp.sss.
15 .............ssCCCCCCCCCCCCCBCCppppsss..
14 .............sssCCCCCCCCCCCCC~~ssp.sssss
13 .......ss....ssCCCCCCCCCCCCCCC~~sss.sss.
12 ........sss......CCCCCCCCCCCCCCs~~sppsss
11 ........sss......CCCCCCCCCCCCCsss~~~~~~~
10 .........sss...sssCCCCCCCCCCCC........ss
09 ...............spsCCCCCCCCCCC.s....s....
08 ...............ppssCCCCCCCCCC.ss........
07 .............sspps.ssssspCCCss..p.......
06 .............ss....sssss..sssss.pps.....
05 ............ss....sssss..ssssss.sss.....
04 ...................sspp...sssss..ss.....
03 .......ss.........ssss.............ss..s
02 ........s........s.ss............s.ss...
01 ................ss......s.......ss.s....
"""
"""By column of the board (the first two digits), hex 40 (west) to 01 (east): . clear, s suburb, p park,
C city, B bridge, ~ Oder."""

CANALS = {
    "Alte Oder": """
1408-1409 1409-1509 1509-1510 1509-1609 1608-1609 1609-1709 1709-1710 1710-1809 1809-1810 1810-1910
1910-1911 1911-2010 2010-2011 2011-2111 2111-2112 2112-2211 2112-2212 2113-2212 2212-2213 2213-2313
2213-2314 2214-2314 2214-2315 2215-2315 2215-2316 2216-2316 2216-2317 2217-2317 2217-2318 2218-2318
2218-2319 2219-2319 2219-2320
""",
    "Großschiffahrtsweg": """
1401-1501 1501-1502 1502-1601 1601-1602 1602-1702 1702-1703 1703-1802 1703-1803 1704-1803 1803-1804
1804-1904 1904-1905 1905-2004 2004-2005 2005-2105 2005-2106 2006-2106 2106-2107 2107-2206 2107-2207
2108-2207 2108-2208 2109-2208 2109-2209 2110-2209 2110-2210 2111-2210 2111-2211
""",
    "Ohle": """
0101-0102 0102-0201 0201-0202 0202-0302 0302-0303 0303-0402 0303-0403 0304-0403 0403-0404 0404-0504
0504-0505 0505-0604 0505-0605 0506-0605 0605-0606 0606-0706 0606-0707 0607-0707 0707-0708 0708-0807
0807-0808 0808-0908 0808-0909 0809-0909 0909-0910 0910-1009 1009-1010 1010-1110 1110-1111 1111-1210
1210-1211 1211-1311 1311-1312
""",
    "Lohe": """
0125-0126 0125-0225 0224-0225 0225-0325 0325-0326 0325-0425 0424-0425 0425-0525 0525-0526 0526-0625
0625-0626 0625-0726 0725-0726 0726-0825 0825-0826 0826-0926 0926-0927 0927-1026 1026-1027 1027-1127
1127-1128 1128-1227 1227-1228 1227-1328 1327-1328 1327-1427 1426-1427 1427-1527 1527-1528 1527-1627
1626-1627 1627-1727 1727-1728 1728-1827 1827-1828 1828-1928 1828-1929 1829-1929 1829-1930 1830-1930
1930-1931 1931-2030 2030-2031 2030-2131 2130-2131 2131-2230 2230-2231 2230-2331 2330-2331 2331-2430
2430-2431 2430-2531 2530-2531 2530-2630 2629-2630
""",
    "Stadtgraben": """
1616-1617 1517-1617 1517-1518 1417-1517 1416-1417 1317-1416 1316-1416 1316-1415 1315-1415 1414-1415
1414-1515 1414-1514 1413-1514 1513-1514
""",
}

RAILROADS = """
umgehungsbahn: 0107 0108 0109 0110 0111 0112 0113 0114 0214 0215 0216 0217 0318 0319 0320 0321 0322 0422
  0423 0524 0624 0725 0825 0926 1025 1126 1226 1326 1426 1526 1626 1726
hbf_ohlau: 1115 1114 1013 1012 0912 0811 0711 0610 0609 0509 0408 0308 0207 0107
hbf_strehlen: 1115 1114 1013 0913 0812 0712 0611 0511 0411 0311 0210 0110
hbf_nikolaitor: 1115 1116 1216 1217 1218 1219 1320 1321 1421 1522 1621 1721
nikolaitor_odertor: 1721 1821 1921 2020 2019 2119 2118 2017 2016 2015
odertor_hundsfeld: 2015 2014 2114 2113 2112 2211 2311 2310 2409 2509 2508 2507 2606 2605
posen_line: 2119 2219 2320 2420 2521 2621
liegnitz_line: 1321 1322 1422 1423 1424 1525 1526 1626 1627 1728 1828 1829 1830 1931 1932 1933 1934 2034
  2035 2036 2137 2138 2238 2239 2240
glogau_line: 1721 1722 1723 1724 1725 1726 1826 1827 1928 2028 2029 2130 2230 2331 2431 2532 2533 2633
freiburg_line: 1417 1418 1419 1420 1421 1422 1423 1324 1325 1225 1126 1026 1027 1028 0929 0930 0931 0831
  0832 0733 0734 0735 0635 0636 0537 0538 0539 0439 0440
jeltsch_line: 2507 2506 2405 2404 2304 2203 2103 2002 1902 1801
"""

SOVIET_AT_START = """
01:01-40 02:23-40 03:26-40 04:27-40 05:28-40 06:29-40 07:31-40 08:32-40 09:33-40 10:33-40 11:34-40
12:34-40 13:35-40 14:35-40 15:36-40 16:37-40 17:37-40 18:37-40 19:38-40 20:38-40 21:39-40 22:38-40
23:39-40 24:39-40 25:39-40 26:39-40
"""
"""By column: from hex to hex what the Red Army controls before turn 1."""

VICTORY = """
0220 0419 0520 0820 0920 0718 0918 0626 1024 1131 1626 1629 1935 2030 2027 2126 2427 2430 1524 1622 1823
2022 1721 1620 2020 0514 0611 0507 0914 1318 1417 1115 1617 1719 1416 1315 1516 1615 1313 1210 1713 2017
2015 2113 1511 1408 1804 2514 2518 1303
"""

CONCENTRATION = {
    "soviet": "0105 0109 0113 0117 0121 0125 0129 0133 0440 0840 1240 1640 2040 2440",
    "polish": "2605 2607 2609 2611 2613 2615 2617 2619",
}

BRIDGES = {
    "1512": "1511 1513 1611 1412",
    "1614": "1615 1714 1514 1515",
    "1716": "1816",
    "1818": "1817 1819 1919 1719",
    "2119": "2118 2218 2219 2019",
}
